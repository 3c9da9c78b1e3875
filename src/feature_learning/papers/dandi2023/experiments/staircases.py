"""Overlaps with each direction of staircases over several steps at n = alpha d."""

import itertools
import math

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import ActivationName, Grid
from feature_learning.data.targets import HermiteTarget
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.model import (
    Readout,
    Reducible,
    cosines,
    labels,
    readout,
    rms,
)
from feature_learning.papers.dandi2023.steps import Followed
from feature_learning.papers.dandi2023.targets import PaperTarget, target
from feature_learning.theory import beside_the_line as beside
from feature_learning.training.streamed_step import Student

_MOST = 4  # directions of a staircase


class _Staircases(Followed):
    """Root mean square overlaps; all staircases and activations see the same fresh batches.

    A plain ReLU sees no odd conditional terms beyond the first.
    """

    target: Grid[PaperTarget]
    activation: Grid[ActivationName]
    readout: Readout

    @property
    def directions(self) -> int:
        """The number of directions of the staircases: three, or what one of them has."""
        return max(3, *(_directions(target(name, _MOST)) for name in self.target))

    def generate(self, rng: Streams) -> Draws:
        """Draw the directions of the staircases and one neuron of each pair."""
        return self.pairs(self.directions, self.d, rng)

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per staircase, activation and time."""
        teacher, directions = draws["teacher"], self.directions
        first, second = self.mirrored(draws["first"], self.readout)
        truth = {name: labels(target(name, directions), teacher) for name in self.target}
        points = list(itertools.product(self.target, self.activation))
        students = [
            Student(first, truth[name], activation(sigma), second / self.width)
            for name, sigma in points
        ]
        pushes = [self.step * second] * len(points)
        for time, _, after in self.steps(directions, self.d, students, pushes, rng, device):
            for (name, sigma), student in zip(points, after, strict=True):
                row = {"target": name, "activation": sigma, "time": time}
                yield {**row, **_overlaps(cosines(student.first_layer, teacher))}

    def predict(self) -> Rows:
        """Yield the overlaps in the limit, from the order parameters."""
        for name, sigma in itertools.product(self.target, self.activation):
            states = self.order_parameters(
                target(name, self.directions), activation(sigma), self.readout
            )
            for state in states:
                row = {"target": name, "activation": sigma, "time": state.time}
                yield {**row, **_overlaps(state.weight_cosines)}


class Staircases(Reducible, _Staircases):
    """Staircases in large dimensions."""


class Climbing(_Staircases):
    """Staircases of two directions, for a plain and a shifted ReLU."""

    def predict(self) -> Rows:
        """Yield the overlaps in the limit; ``w2_at_d`` has what chance adds to the second in d
        dimensions: after one step, which does not learn it, all of it; later what the part along
        neither direction has along each.
        """
        pushes = self.step * readout(self.readout, self.width // 2)
        second = np.eye(self.directions)[1]
        for row in super().predict():
            if row["time"] > 1:
                beyond = 1 - row["w1"] ** 2 - row["w2"] ** 2
            else:
                expansion = target(row["target"], self.directions)
                sigma, both = activation(row["activation"]), [*pushes, *-pushes]
                beyond = beside.chance_constant(expansion, second, sigma, self.alpha, both)
            yield {**row, "w2_at_d": math.sqrt(row["w2"] ** 2 + beyond / self.d)}


def _directions(target: HermiteTarget) -> int:
    """Return the last direction that a target has terms in, counted from 1."""
    return max([k for term in target.terms for k, degree in enumerate(term, 1) if degree] or [0])


def _overlaps(found: np.ndarray) -> dict[str, float]:
    """Return the root mean square cosine with each direction."""
    return {f"w{k}": size for k, size in enumerate(rms(found).tolist(), 1)}
