"""Random features, trained features and kernels over a path of ridges."""

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Literal

import numpy as np

from feature_learning.core.experiment import Device, Draws, Experiment, Rows, Streams
from feature_learning.core.values import (
    ActivationName,
    Count,
    Grid,
    LinkName,
    NotNegative,
    Positive,
    Precision,
    Text,
)
from feature_learning.data.covariates import weighted_stratified_gaussian
from feature_learning.data.links import Link
from feature_learning.kernels.arc_cosine import arc_cosine
from feature_learning.kernels.inner_product import named_kernel
from feature_learning.kernels.ridge import kernel_ridge
from feature_learning.networks.named import activation
from feature_learning.papers.ba2022.experiments.risks import Spread
from feature_learning.papers.ba2022.kernel_limit import ARC_COSINE, kernel_law, kernel_risk
from feature_learning.papers.ba2022.model import (
    FOUR,
    NO_STEP,
    THREE_ROOT,
    Dimension,
    batches,
    network,
    target,
    two_blocks,
)
from feature_learning.papers.ba2022.one_step import risks_after
from feature_learning.papers.ba2022.refit import Network, TestPoints, gradient, risks

STEPS = {"untrained": NO_STEP, "four": FOUR, "three-root": THREE_ROOT}
"""The models that are features after a step. A further one, ``without-spike``, has the largest step
and the leading singular value of W_1 set back to the edge of the bulk."""

KernelName = Annotated[str, Text(r"exp-\d+", "exp-DEGREE")] | Literal["arc-cosine"]


class _Paths(Experiment):
    """Regression over a path of ridges."""

    noise: NotNegative
    teacher: LinkName
    penalties: Grid[Positive]
    test_size: Count
    spread: Spread

    @property
    def link(self) -> Link:
        """The target, with the noise of the labels."""
        return target(self.teacher, self.noise)

    def test_points(self, d: int, rng: Streams) -> TestPoints:
        """Draw the inputs over which the risk is averaged, with their weights."""
        points = weighted_stratified_gaussian(
            self.test_size, two_blocks(d), rng("test", d), self.spread
        )
        return TestPoints(*points)


class Ridges(_Paths):
    """Random features, trained features and kernels."""

    d: Dimension
    activation: ActivationName
    dtype: Precision
    psi1: Grid[Positive]  # n/d
    psi2: Positive  # N/d
    kernel: Grid[KernelName]

    def generate(self, rng: Streams) -> Draws:
        """Draw the initial network."""
        return network(self.d, self.psi2, rng)

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per n/d, model and ridge: the risk."""
        link, penalties, d = self.link, self.penalties, self.d
        layers = (draws["first_layer"], draws["second_layer"])
        student = Network(activation(self.activation), *layers, self.dtype)
        test, width = self.test_points(d, rng), len(student.second)
        for psi1 in self.psi1:
            n = round(psi1 * d)
            etas = [step.size(width) for step in STEPS.values()]
            after = risks(student, link, n, penalties, etas, test, rng, device)
            found = dict(zip(STEPS, after, strict=True))
            slope = device.get(gradient(student, link, n, rng, device))
            updated = student.first + THREE_ROOT.size(width) * np.asarray(slope, dtype=float)
            cut = replace(student, first=_without_spike(updated, self.psi2))
            (found["without-spike"],) = risks(cut, link, n, penalties, [0.0], test, rng, device)
            for name in self.kernel:
                found[name] = _kernel_risks(name, link, n, penalties, test, rng, device)
            for model, values in found.items():
                for penalty, value in zip(penalties, values, strict=True):
                    yield {"psi1": psi1, "model": model, "ridge": penalty, "risk": value}

    def predict(self) -> Rows:
        """Yield the risk of features, without a step too, and of kernels; the bound."""
        sigma, link, ridges = activation(self.activation), self.link, self.penalties
        for psi1 in self.psi1:
            found = {
                name: risks_after(sigma, link, step, self.d, psi1, self.psi2, ridges)
                for name, step in STEPS.items()
            }
            for name in self.kernel:
                law = kernel_law(name)
                found[name] = [kernel_risk(law, link, psi1, ridge) for ridge in ridges]
            for (model, values), k in itertools.product(found.items(), range(len(ridges))):
                point = {"psi1": psi1, "model": model, "ridge": ridges[k]}
                yield {**point, "risk": values[k], "bound": link.beyond(1)}


class RidgesEven(_Paths):
    """A kernel and a target of degree 2, against the dimension."""

    d: Grid[Dimension]
    psi1: Positive  # n/d
    kernel: KernelName

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per dimension and ridge: the risk."""
        for d in self.d:
            test, n = self.test_points(d, rng), round(self.psi1 * d)
            found = _kernel_risks(self.kernel, self.link, n, self.penalties, test, rng, device)
            for penalty, value in zip(self.penalties, found, strict=True):
                yield {"d": d, "ridge": penalty, "risk": value}


def _without_spike(weights: np.ndarray, psi2: float) -> np.ndarray:
    left, values, right = np.linalg.svd(weights, full_matrices=False)
    values[0] = 1 + math.sqrt(psi2)
    return (left * values) @ right


def _kernel_risks(
    name: str,
    link: Link,
    n: int,
    penalties: Sequence[float],
    test: TestPoints,
    rng: Streams,
    device: Device,
) -> list[float]:
    """Return the risk of kernel ridge regression on the n samples of the features' last fit."""
    direction = two_blocks(test.inputs.shape[1])
    parts: Iterator[tuple[np.ndarray, np.ndarray]] = batches(
        link, direction, n, rng, "refit", device
    )
    inputs, labels = (
        np.concatenate([device.get(part) for part in column]) for column in zip(*parts, strict=True)
    )
    coefficients = kernel_ridge(_gram(name, inputs, inputs), labels, penalties)
    errors = _gram(name, test.inputs, inputs) @ coefficients
    errors -= link(test.inputs @ direction)[:, None]
    return [float(error) for error in test.weights @ errors**2]


def _gram(name: str, x: np.ndarray, z: np.ndarray) -> np.ndarray:
    if name == ARC_COSINE:
        return arc_cosine(x, z) / 2
    return named_kernel(name)(x @ z.T / x.shape[1])
