"""Several steps at n = alpha d against the spaces that they should learn (fig13)."""

from typing import TypedDict

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid, Positive
from feature_learning.papers.dandi2023.model import Activated, Reducible, cosines, labels, strengths
from feature_learning.papers.dandi2023.steps import SeveralSteps
from feature_learning.papers.dandi2023.targets import TARGETS, PaperTarget
from feature_learning.theory.learned_subspaces import learned_subspaces
from feature_learning.training.streamed_step import Student

_DIRECTIONS = 3


class Staircase(TypedDict):
    """A target and the size of its steps."""

    target: PaperTarget
    step: Positive


class Spaces(Activated, Reducible, SeveralSteps):
    """How strongly the neurons point into the space that the steps should learn, and out of it.

    Targets share the network; each has its own coordinates, because together they need too many.

    ``inside`` is the smallest singular value, over sqrt p, of the neurons' cosines with the space
    that the steps so far should learn, ``outside`` the largest across it, within the target's
    directions; an empty space has the strength 0. ``new`` is that of ``inside`` in the part of the
    space that the last step adds.
    """

    staircases: Grid[Staircase]
    d: Grid[Count]

    def generate(self, rng: Streams) -> Draws:
        """Draw three directions and one neuron of each pair at every dimension."""
        return self.pairs_at(self.d, _DIRECTIONS, rng)

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per target, dimension and time."""
        for case in self.staircases:
            target = TARGETS[case["target"]]
            learned = learned_subspaces(target, max(self.time))
            for d in self.d:
                teacher = draws[f"teacher-{d}"]
                first, second = self.mirrored(draws[f"first-{d}"], "equal")
                truth = labels(target.padded(_DIRECTIONS), teacher)
                start = Student(first, truth, self.sigma, second / self.width)
                pushes = [case["step"] * second]
                steps = self.steps(_DIRECTIONS, d, [start], pushes, rng, device, d)
                for time, _, (student,) in steps:
                    found = cosines(student.first_layer, teacher)[:, : target.index]
                    row = {"d": d, "target": case["target"], "time": time}
                    yield {**row, **_strengths(found, learned, time)}


def _strengths(found: np.ndarray, known: list[np.ndarray], time: int) -> dict[str, float]:
    space = known[time - 1]
    before = known[time - 2].shape[1] if time > 1 else 0
    rest = np.linalg.svd(space, full_matrices=True)[0][:, space.shape[1] :]
    return {
        "inside": strengths(found @ space)[-1] if space.size else 0.0,
        "new": strengths(found @ space[:, before:])[-1] if space.shape[1] > before else 0.0,
        "outside": strengths(found @ rest)[0] if rest.size else 0.0,
    }
