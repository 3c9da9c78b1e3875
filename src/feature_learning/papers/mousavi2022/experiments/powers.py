"""The samples that the tangent kernel needs for a single degree, by ridge regression (prop-d)."""

from typing import Literal, TypedDict

import numpy as np

from feature_learning.core.experiment import Device, Draws, Experiment, Rows, Streams
from feature_learning.core.values import Count, Grid, NotNegative, Positive
from feature_learning.data.covariates import on_sphere
from feature_learning.data.links import Link
from feature_learning.kernels.ridge import kernel_ridge
from feature_learning.kernels.tangent import relu_tangent


class Case(TypedDict):
    """A degree, the inputs, and the number of samples that factors multiply."""

    p: Count
    d: Count
    law: Literal["gaussian", "sphere"]
    n: Count


class TangentPowers(Experiment):
    """The orthonormal Hermite polynomials as targets, with a ridge that is chosen on further
    inputs.
    """

    cases: Grid[Case]
    factor: Grid[Positive]
    kernel_ridge: Grid[Positive]
    noise: NotNegative  # standard deviation of the labels' noise
    test_size: Count

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per case and factor: the error relative to the target's variance."""
        size, factors = self.test_size, self.factor
        for case in self.cases:
            p, d, law = case["p"], case["d"], case["law"]
            link = Link.orthonormal(*[0.0] * p, 1.0)
            counts = [max(2, round(factor * case["n"])) for factor in factors]
            drawn = rng("train", p, d).standard_normal((max(counts) + 2 * size, d))
            drawn = on_sphere(drawn, d**0.5) if law == "sphere" else drawn
            noise = self.noise * rng("noise", p, d).standard_normal(max(counts))
            inputs, unseen = drawn[: max(counts)], drawn[max(counts) :]
            labels, values = link(inputs[:, 0]) + noise, link(unseen[:, 0])
            gram, across = relu_tangent(inputs, inputs), relu_tangent(unseen, inputs)
            for factor, n in zip(factors, counts, strict=True):
                solutions = kernel_ridge(gram[:n, :n], labels[:n], self.kernel_ridge)
                squares = (across[:, :n] @ solutions - values[:, None]) ** 2
                held, test = squares[:size].mean(axis=0), squares[size:].mean(axis=0)
                row = {"p": p, "d": d, "law": law, "factor": factor, "n": n}
                yield {**row, "error": float(test[held.argmin()] / np.mean(values[size:] ** 2))}
