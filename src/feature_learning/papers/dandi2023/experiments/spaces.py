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
    """Yield one row per target, dimension and time. Targets share the network; each has its own
    coordinates, because together they need too many.

    ``inside`` is the smallest singular value, over sqrt p, of the neurons' cosines with the space
    that the steps so far should learn, ``outside`` the largest across it, within the target's
    directions; an empty space has the strength 0. ``new`` is that of ``inside`` in the part of the
    space that the last step adds.
    """
    sigma, last = activation(setting["activation"]), max(setting.ints("time"))
    for case in setting.mappings("staircases"):
        target = model.TARGETS[case["target"]]
        learned = learned_subspaces(target, last)
        for d in setting.ints("d"):
            teacher = draws[f"teacher-{d}"]
            first, second = mirror_pairs(setting, draws[f"first-{d}"], "equal")
            labels = model.labels(target.padded(_DIRECTIONS), teacher)
            start = Student(first, labels, sigma, second / setting["width"])
            pushes = [case["step"] * second]
            steps = several_steps(setting, _DIRECTIONS, d, [start], pushes, rng, device, d)
            for time, _, (student,) in steps:
                cosines = model.cosines(student.first_layer, teacher)[:, : target.index]
                row = {"d": d, "target": case["target"], "time": time}
                yield {**row, **_strengths(cosines, learned, time)}


def _strengths(cosines: np.ndarray, known: list[np.ndarray], time: int) -> dict[str, float]:
    space = known[time - 1]
    before = known[time - 2].shape[1] if time > 1 else 0
    rest = np.linalg.svd(space, full_matrices=True)[0][:, space.shape[1] :]
    return {
        "inside": model.strengths(cosines @ space)[-1] if space.size else 0.0,
        "new": model.strengths(cosines @ space[:, before:])[-1] if space.shape[1] > before else 0.0,
        "outside": model.strengths(cosines @ rest)[0] if rest.size else 0.0,
    }
