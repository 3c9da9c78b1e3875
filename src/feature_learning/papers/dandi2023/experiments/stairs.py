"""Errors of the best function of the learned directions: after one step against the batch, and
against time on a staircase.
"""

from itertools import product

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid, Positive
from feature_learning.data.targets import HermiteTarget
from feature_learning.papers.dandi2023.model import Activated, Readout, Reducible, labels, network
from feature_learning.papers.dandi2023.steps import SeveralSteps
from feature_learning.papers.dandi2023.targets import PaperTarget, target
from feature_learning.training.streamed_step import Student

_DIRECTIONS = 3
_LEAST_NODES = 4  # in each direction: exact for a target of degree 3


class BatchStairs(Activated, Reducible):
    """One step on a growing batch, with a group of neurons for each degree.

    A group takes the gradient of the labels without their parts of lower degree, and learns the
    leading direction of this gradient.
    """

    d: Count
    target: PaperTarget
    log_size: Grid[Positive]  # log n/log d

    def generate(self, rng: Streams) -> Draws:
        """Draw three directions and the neurons."""
        return network(_DIRECTIONS, self.d, self.width, rng, reduced=self.reduced)

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per size of one batch: the error, and the cosine of each direction with the
        one that its neurons learn.
        """
        d, teacher, expansion = self.d, draws["teacher"], target(self.target, _DIRECTIONS)
        degrees = range(1, _DIRECTIONS + 1)
        students = [
            Student(draws["first"], labels(_from(expansion, degree), teacher), self.sigma)
            for degree in degrees
        ]
        sizes = {round(d**log_size): log_size for log_size in self.log_size}
        batches = self.first_gradients(_DIRECTIONS, d, students, list(sizes), rng, device)
        for n, gradients in batches:
            learned = np.array([_leading(gradient, 1)[0] for gradient in gradients])
            overlaps = np.linalg.qr(learned.T)[0].T[:, : teacher.shape[1]] @ teacher.T
            found = np.abs(np.diag(learned[:, : teacher.shape[1]] @ teacher.T)).tolist()
            row = {"log_size": sizes[n], "n": n, "error": unlearned(expansion, overlaps)}
            yield row | {f"cosine_{degree}": found[degree - 1] for degree in degrees}


class TimeStairs(Activated, SeveralSteps):
    """Several steps on a staircase of three directions."""

    d: Count
    target: PaperTarget
    step: Positive
    readout: Readout

    def generate(self, rng: Streams) -> Draws:
        """Draw three directions and one neuron of each pair."""
        return self.pairs(_DIRECTIONS, self.d, rng)

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per time, starting with 0: the error of the best function of the three
        leading directions in which the weights have moved.
        """
        teacher, expansion = draws["teacher"], target(self.target, _DIRECTIONS)
        first, second = self.mirrored(draws["first"], self.readout)
        student = Student(first, labels(expansion, teacher), self.sigma, second / self.width)
        pushes = [self.step * second]
        steps = self.steps(_DIRECTIONS, self.d, [student], pushes, rng, device)
        yield {"time": 0, "error": unlearned(expansion, np.zeros((1, _DIRECTIONS)))}
        for time, _, (after,) in steps:
            moved = _leading(after.first_layer - first, _DIRECTIONS)
            yield {"time": time, "error": unlearned(expansion, moved @ teacher.T)}


def unlearned(target: HermiteTarget, learned: np.ndarray) -> float:
    """Return the least error of a function of the learned directions.

    Parameters
    ----------
    target
        Of any degree.
    learned : (directions, r)
        The overlaps of an orthonormal basis of the learned space with the target's r directions.

    References
    ----------
    Derived here: ``E (f - E[f | U x])^2 = E f^2 - E f(z) f(z')``, with z and z' the projections
    on the target's directions of two inputs that agree in the learned space and are independent
    beyond it, so ``E z z'^T`` is ``P = O^T O`` for the overlaps O. Both are Gaussian, and
    ``z' = P z + (1 - P^2)^(1/2) g``.
    """
    # Each node enters f(z) f(z') with twice the target's degree at most
    degree = max(map(sum, target.terms))
    nodes, weights = np.polynomial.hermite_e.hermegauss(max(_LEAST_NODES, degree + 1))
    r = learned.shape[1]
    both = np.array(list(product(nodes, repeat=2 * r)))
    weight = np.prod(list(product(weights / weights.sum(), repeat=2 * r)), axis=1)
    shared = learned.T @ learned
    values, vectors = np.linalg.eigh(np.eye(r) - shared @ shared)
    beyond = vectors * np.sqrt(np.clip(values, 0, None))
    here = both[:, :r]
    there = here @ shared + both[:, r:] @ beyond.T
    return float(weight @ (target(here) ** 2 - target(here) * target(there)))


def _from(target: HermiteTarget, degree: int) -> HermiteTarget:
    """Return the part of a target from a degree on."""
    return HermiteTarget({term: c for term, c in target.terms.items() if sum(term) >= degree})


def _leading(rows: np.ndarray, count: int) -> np.ndarray:
    """Return the leading right singular vectors, (count, columns)."""
    return np.linalg.svd(rows, full_matrices=False)[2][:count]
