"""Error against the width, untrained and after a step on n of order d and d^2, for a target of five
regimes (fig7).
"""

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid, Positive
from feature_learning.data.covariates import GaussianBatch, on_sphere
from feature_learning.data.targets import HermiteTarget
from feature_learning.papers.dandi2023.model import Activated, batch
from feature_learning.papers.dandi2023.targets import KNOWN, PaperTarget, target
from feature_learning.training.giant_step import streamed_gradient
from feature_learning.training.streamed_readout import NormalEquations
from feature_learning.training.streamed_step import Labels
from feature_learning.training.visible_part import linear_part

Features = Callable[[np.ndarray], np.ndarray]

REGIMES: Mapping[str, str] = {"untrained": "none", "linear": "w1", "square": "w1-w2"}
"""By the batch of the step (none, of order d, of order d^2): the directions that it lets the
network know.
"""


class RegimesError(Activated):
    """Errors of the best readouts. Networks are as if in mirror pairs: their output does not enter
    the step.

    ``error`` is the error on test points, minus the mean square there of what is out of reach of
    few neurons, plus its norm: labels have heavy tails, and the difference is far sharper than the
    error.
    """

    d: Count
    target: PaperTarget
    regime: Grid[Literal["linear", "square", "untrained"]]
    width: Grid[Count]
    ridge: Grid[Positive]  # relative to the features
    step: Positive  # at n of order d
    linear_ratio: Count  # n/d
    square_ratio: Count  # n/d^2
    refit_size: Count
    test_size: Count

    def generate(self, rng: Streams) -> Draws:
        """Draw weights, biases and readouts of the widest network, whose first neurons are the
        narrower ones.
        """
        width, size = max(self.width), rng("init", 1)
        return {
            "first": on_sphere(rng("init").standard_normal((width, self.d))),
            "bias": size.standard_normal(width),
            "second": size.uniform(0.3, 1.5, width) * size.choice([-1.0, 1.0], width),
        }

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per regime, width and ridge."""
        expansion = target(self.target, 3)
        cells = list(itertools.product(sorted(self.width), self.ridge))
        for regime in self.regime:
            number, known = list(REGIMES).index(regime), REGIMES[regime]
            features, rest = self.trained(draws, expansion, regime, number, rng)
            size = self.refit_size * (2 if regime == "square" else 1)
            fresh = batch(size, self.d, rng, "refit", number)
            readouts = _readouts(fresh, features, rest, cells)
            kept = set(expansion.kept(KNOWN[known], 0))
            unfitted = HermiteTarget(
                {degrees: 0.0 if degrees in kept else c for degrees, c in expansion.terms.items()}
            )
            excess = np.zeros(len(cells))
            for x in batch(self.test_size, self.d, rng, "test"):
                residuals = rest(x)[:, None] - features(x) @ readouts
                excess += (residuals**2 - unfitted(x[:, :3])[:, None] ** 2).sum(axis=0)
            errors = excess / self.test_size + unfitted.square_norm
            for (width, ridge), error in zip(cells, errors, strict=True):
                yield {"regime": regime, "width": width, "ridge": ridge, "error": float(error)}

    def trained(
        self, draws: Draws, expansion: HermiteTarget, regime: str, number: int, rng: Streams
    ) -> tuple[Features, Labels]:
        """Return the features after the regime's step, and the labels for their readout."""
        d, sigma, weights = self.d, self.sigma, draws["first"]
        n = {"linear": self.linear_ratio * d, "square": self.square_ratio * d**2}
        constant, slope = 0.0, np.zeros(d)

        def rest(x: np.ndarray) -> np.ndarray:
            return np.asarray(expansion(x[:, :3]) - constant - x @ slope)

        if regime != "untrained":
            inputs = batch(n[regime], d, rng, "train", number)
            if regime == "square":
                # From the order of d^2 on the linear part is taken off the labels, else it hides
                # the rest; it is added to the prediction.
                constant, slope = linear_part(inputs, lambda x: expansion(x[:, :3]))
            samples = ((x, rest(x)) for x in inputs)
            # Without a prefactor the output counts as zero.
            gradient = streamed_gradient(
                samples, weights, draws["second"], sigma, np, prefactor=0.0, biases=draws["bias"]
            )
            step = self.step if regime == "linear" else (inputs.n / d) ** 0.5
            weights = weights + step * gradient
        # Thresholds keep their place in units of the preactivation's size.
        bias = draws["bias"] * np.linalg.norm(weights, axis=1)

        def features(x: np.ndarray) -> np.ndarray:
            fields = x @ weights.T.astype(x.dtype) + bias.astype(x.dtype)
            return np.column_stack([np.ones(len(x), x.dtype), sigma(fields)])

        return features, rest


def _readouts(
    inputs: GaussianBatch, features: Features, labels: Labels, cells: Sequence[tuple[int, float]]
) -> np.ndarray:
    """Return one column per width and ridge of the best readouts, zero for the neurons that the
    width lacks; the penalty is relative to the features.
    """
    most = max(width for width, _ in cells)
    fit, squares = NormalEquations(inputs.n, most + 1), np.zeros(most + 1)
    for x in inputs:
        rows = features(x)
        fit.add(rows, labels(x))
        squares += (rows**2).sum(axis=0)
    readouts = np.zeros((most + 1, len(cells)))
    for column, (width, ridge) in enumerate(cells):
        penalty = ridge * float(squares[: width + 1].mean())
        readouts[: width + 1, column] = fit.solve(penalty, width + 1)
    return readouts
