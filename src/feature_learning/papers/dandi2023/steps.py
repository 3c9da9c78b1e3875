"""Several steps of networks on common batches, and their errors once readouts are refitted."""

from collections.abc import Iterator, Sequence
from itertools import chain, product
from typing import Annotated

import numpy as np

from feature_learning.core.experiment import Device, Draws, Streams
from feature_learning.core.values import Count, Grid, Positive, whole
from feature_learning.data.covariates import GaussianBatch
from feature_learning.data.targets import HermiteTarget
from feature_learning.networks.activations import Activation
from feature_learning.papers.dandi2023.model import Network, batch, labels, readout
from feature_learning.theory.order_parameters import Overlaps, giant_steps
from feature_learning.theory.relu_risk import relu_risk
from feature_learning.training.streamed_readout import refitted
from feature_learning.training.streamed_step import Student, streamed_steps


class SeveralSteps(Network):
    """Several steps, each on a fresh batch of n = alpha d."""

    alpha: Positive  # n/d of a batch
    time: Grid[Annotated[int, whole(least=0)]]  # in steps

    def steps(
        self,
        directions: int,
        d: int,
        students: Sequence[Student],
        pushes: Sequence[np.ndarray],
        rng: Streams,
        device: Device,
        *key: int,
    ) -> Iterator[tuple[int, list[np.ndarray], list[Student]]]:
        """Yield (time, gradients, students after the step); students see the same batches."""

        def batches(time: int) -> GaussianBatch:
            return batch(round(self.alpha * d), d, rng, "train", *key, time)

        reduced = self.coordinates(directions, d, rng, *key)
        return streamed_steps(batches, students, pushes, max(self.time), device, reduced)


class Followed(SeveralSteps):
    """Several steps of one size, which order parameters follow in the limit of large d."""

    d: Count
    step: Positive
    draws: Count  # of the order parameters' averages

    def from_pairs(
        self, targets: Sequence[HermiteTarget], draws: Draws, law: str, sigma: Activation
    ) -> tuple[list[Student], list[np.ndarray]]:
        """Return one student for each target, all from the same mirror pairs, and their pushes."""
        first, second = self.mirrored(draws["first"], law)
        teacher, output = draws["teacher"], second / self.width
        students = [Student(first, labels(each, teacher), sigma, output) for each in targets]
        return students, [self.step * second] * len(targets)

    def order_parameters(
        self, target: HermiteTarget, sigma: Activation, law: str
    ) -> Iterator[Overlaps]:
        """Yield the order parameters after each step, for a law of the readout."""
        half = readout(law, self.width // 2)
        return giant_steps(
            target,
            np.concatenate([half, -half]),
            sigma,
            alpha=self.alpha,
            step=self.step,
            steps=max(self.time),
            count=self.draws,
            rng=np.random.default_rng(0),
        )


def refitted_risks(
    states: Sequence[Sequence[Student]],
    targets: Sequence[HermiteTarget],
    teacher: np.ndarray,
    fresh: GaussianBatch,
    ridge: float,
    dtype: str | None = None,
) -> Iterator[tuple[int, int, float]]:
    """Yield (time, number of the target, exact risk) of states with one student per target, with
    the readouts that best fit a batch in as many dimensions as `dimensions` says.

    ``dtype`` is that of the normal equations, if it is not the batch's.
    """
    students = list(chain(*states))
    # The readout acts on features over sqrt(p): a penalty on it equals p times that penalty with
    # plain features.
    learned = refitted(fresh, students, ridge * len(students[0].first_layer), dtype)
    cases = product(range(len(states)), range(len(targets)))
    for (time, case), student in zip(cases, learned, strict=True):
        assert student.readout is not None
        weights = student.first_layer
        axes = np.pad(teacher, ((0, 0), (0, weights.shape[1] - teacher.shape[1])))
        risk = relu_risk(targets[case], axes, weights, [student.readout], student.activation)
        yield time, case, float(risk[0])


def dimensions(states: Sequence[Sequence[Student]]) -> int:
    """Return the dimension of the widest weights, in which inputs are to be drawn."""
    return max(student.first_layer.shape[1] for student in chain(*states))
