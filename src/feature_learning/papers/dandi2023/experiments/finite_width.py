"""Errors of few neurons with a refitted readout after 0 to 3 steps (fig6)."""

from collections.abc import Mapping

import numpy as np

from feature_learning.core.errors import lookup
from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid, Positive
from feature_learning.data.targets import HermiteTarget
from feature_learning.papers.dandi2023.model import Activated, Readout, Reducible, batch
from feature_learning.papers.dandi2023.steps import Followed, dimensions, refitted_risks
from feature_learning.papers.dandi2023.targets import PaperTarget, target
from feature_learning.theory.refitted_risk import refitted_risk

# In coordinates t, s along and across the linear part: example 1 is sqrt 2 t + 2 t s, example 2
# sqrt 2 t + H_2(t) + H_2(s).
TURNED: Mapping[str, HermiteTarget] = {
    "example-1": HermiteTarget({(1, 0): 2**0.5, (1, 1): 2.0}),
    "example-2": HermiteTarget({(1, 0): 2**0.5, (2, 0): 1.0, (0, 2): 1.0}),
}


def known(name: str, time: int) -> list[int]:
    """Return the directions that few neurons know at that time: none, v, and for example 1 both
    from the second step on.
    """
    return [] if time == 0 else [0, 1] if time > 1 and name == "example-1" else [0]


def floor(name: str, time: int) -> float:
    """Return the squared norm of what finitely many neurons cannot fit at that time, however many
    samples there are.

    Raises
    ------
    UserError
        The floor of this target is not known.
    """
    return lookup(TURNED, name, "target with a known floor").floor(known(name, time), 0)


class FiniteWidth(Activated, Reducible, Followed):
    """Exact risks of readouts that are fitted on a fresh batch, the same at all times."""

    target: Grid[PaperTarget]
    readout: Readout
    ridge: Positive
    refit_size: Count
    fits: Count  # of the prediction, which averages over them

    def generate(self, rng: Streams) -> Draws:
        """Draw two directions and one neuron of each pair."""
        return self.pairs(2, self.d, rng)

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per target and time."""
        targets, teacher = [target(name, 2) for name in self.target], draws["teacher"]
        students, pushes = self.from_pairs(targets, draws, self.readout, self.sigma)
        steps = self.steps(2, self.d, students, pushes, rng, device)
        states = [students, *(after for _, _, after in steps)]
        fresh = batch(self.refit_size, dimensions(states), rng, "refit")
        # Products are in float32, the normal equations in float64: the ridge is far below float32's
        # resolution of them.
        risks = refitted_risks(states, targets, teacher, fresh, self.ridge, "float64")
        for time, case, error in risks:
            name = self.target[case]
            above = error - floor(name, time)
            yield {"target": name, "time": time, "error": error, "above_floor": above}

    def predict(self) -> Rows:
        """Yield the error at this number of neurons and samples per dimension, and the floor of
        many samples.
        """
        rng, width = np.random.default_rng(0), self.width
        for name in self.target:
            expansion, start = target(name, 2), np.tile(np.eye(width // 2), (2, 2))
            states = self.order_parameters(expansion, self.sigma, self.readout)
            order = [(np.zeros((width, 2)), start), *((s.overlap, s.student) for s in states)]
            for time, (overlap, student) in enumerate(order):
                error = refitted_risk(
                    expansion, overlap, student, self.refit_size, self.ridge * width, self.fits, rng
                )
                yield {"target": name, "time": time, "error": error, "floor": floor(name, time)}
