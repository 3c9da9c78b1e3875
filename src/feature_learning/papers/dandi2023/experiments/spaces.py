"""Several steps at n = alpha d against the spaces that they should learn (fig13)."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.shared import model
from feature_learning.papers.dandi2023.shared.steps import mirror_pairs, several_steps
from feature_learning.theory.learned_subspaces import learned_subspaces
from feature_learning.training.streamed_step import Student

_DIRECTIONS = 3


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw three directions and one neuron of each pair at every dimension."""
    return model.pairs_at_dimensions(setting, _DIRECTIONS, rng)


def spaces(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per dimension, target and time; all targets see the same fresh batches.

    ``inside`` is the smallest singular value, over sqrt p, of the neurons' cosines with the space
    that the steps so far should learn, ``outside`` the largest across it, within the target's
    directions; NaN where the space is all of them. ``new`` is that of ``inside`` in the part of the
    space that the last step adds.
    """
    sigma, cases = activation(setting["activation"]), setting.mappings("staircases")
    targets = [model.TARGETS[case["target"]] for case in cases]
    times = max(setting.ints("time"))
    learned = [learned_subspaces(target, times) for target in targets]
    for d in setting.ints("d"):
        teacher = draws[f"teacher-{d}"]
        first, second = mirror_pairs(setting, draws[f"first-{d}"], "equal")
        students = [
            Student(
                first,
                model.labels(target.padded(_DIRECTIONS), teacher),
                sigma,
                second / setting["width"],
            )
            for target in targets
        ]
        pushes = [case["step"] * second for case in cases]
        followed = several_steps(setting, _DIRECTIONS, d, students, pushes, rng, device, d)
        for time, _, after in followed:
            for case, target, known, student in zip(cases, targets, learned, after, strict=True):
                cosines = model.cosines(student.first_layer, teacher)[:, : target.index]
                yield {
                    "d": d,
                    "target": case["target"],
                    "time": time,
                    **_strengths(cosines, known, time),
                }


def _strengths(cosines: np.ndarray, known: list[np.ndarray], time: int) -> dict[str, float]:
    space = known[time - 1]
    before = known[time - 2].shape[1] if time > 1 else 0
    rest = np.linalg.svd(space, full_matrices=True)[0][:, space.shape[1] :]
    return {
        "inside": model.strengths(cosines @ space)[-1] if space.size else np.nan,
        "new": model.strengths(cosines @ space[:, before:])[-1]
        if space.shape[1] > before
        else np.nan,
        "outside": model.strengths(cosines @ rest)[0] if rest.size else np.nan,
    }
