"""Trained features, their Gaussian equivalent given the spike, and the Gaussian one of matching
covariance, which fails once there is a spike (fig9).
"""

from collections.abc import Callable
from typing import Literal

import numpy as np

from feature_learning.core.errors import lookup
from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid, Positive
from feature_learning.networks.activations import Activation
from feature_learning.networks.initialisation import mirrored
from feature_learning.papers.dandi2023.model import Activated, batch, labelled, labels, network
from feature_learning.papers.dandi2023.targets import PaperTarget, target
from feature_learning.theory.conditional_gaussian import MatchedGaussian, conditional_moments
from feature_learning.training.second_layer import ridge
from feature_learning.training.streamed_step import Labels, Student, streamed_gradient

_ROWS = 256


class _OneStep(Activated):
    """One step of mirror pairs on a target of one direction."""

    target: PaperTarget
    step: Positive
    step_alpha: Positive  # n/d of the step's batch

    def truth(self, draws: Draws) -> Labels:
        """Return the labels."""
        return labels(target(self.target, 1), draws["teacher"])

    def change(
        self, d: int, draws: Draws, rng: Streams, device: Device, *key: int
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return the weights of mirror pairs before the step, and their change."""
        half = draws["first"]
        first, second = mirrored(half, np.ones(len(half)), 2 * len(half))
        inputs = batch(round(self.step_alpha * d), d, rng, "train", *key, dtype="float64")
        gradient = streamed_gradient(inputs, Student(first, self.truth(draws), self.sigma), device)
        return first, self.step * second[:, None] * gradient


class UpdateRank(_OneStep):
    """The two largest singular values of the change of W, with as many neurons as dimensions."""

    d: Grid[Count]

    def generate(self, rng: Streams) -> Draws:
        """Draw teacher and one neuron of each pair at every dimension."""
        return labelled({d: network(1, d, d // 2, rng, d) for d in self.d})

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per dimension."""
        for d in self.d:
            of_d = {name: draws[f"{name}-{d}"] for name in ("teacher", "first")}
            _, change = self.change(d, of_d, rng, device, d)
            values = np.linalg.svd(change, compute_uv=False)
            yield {"d": d, "first": float(values[0]), "second": float(values[1])}


class Equivalence(_OneStep):
    """Ridge regression on three models of the features, which see the same inputs and labels."""

    d: Count
    width: Count
    model: Grid[Literal["true-features", "conditional", "matched"]]
    alpha: Grid[Positive]  # n/d of the regression
    ridge: Positive
    test_size: Count

    def generate(self, rng: Streams) -> Draws:
        """Draw teacher and one neuron of each pair."""
        return network(1, self.d, self.width // 2, rng)

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per model, time (0 or 1 steps) and n/d.

        Before the step nothing is known, so only the true features and those that match them are
        compared.
        """
        d, truth = self.d, self.truth(draws)
        first, change = self.change(d, draws, rng, device)
        spike = np.linalg.svd(change, full_matrices=False)[2][:1]
        alphas = sorted(self.alpha)
        x = np.concatenate(list(batch(round(alphas[-1] * d), d, rng, "refit", dtype="float64")))
        x_test = np.concatenate(list(batch(self.test_size, d, rng, "test", dtype="float64")))
        y, y_test = truth(x), truth(x_test)
        # The readout acts on features over sqrt(p): a penalty on it equals p times that penalty
        # with plain features.
        penalty = self.ridge * self.width
        for time, weights in enumerate((first, first + change)):
            for model in self.model:
                if time == 0 and model == "conditional":
                    continue
                of, noise = features(model, self.sigma, weights, spike), rng("surrogate", time)
                # Rows are processed in blocks, so the many intermediate arrays stay in the cache.
                fit, of_test = (
                    np.concatenate(
                        [
                            of(part[start : start + _ROWS], noise)
                            for start in range(0, len(part), _ROWS)
                        ]
                    )
                    for part in (x, x_test)
                )
                for alpha in alphas:
                    n = round(alpha * d)
                    predicted = of_test @ ridge(fit[:n], y[:n], penalty)
                    error = float(((y_test - predicted) ** 2).mean())
                    yield {"model": model, "time": time, "alpha": alpha, "error": error}


def features(
    model: str, sigma: Activation, weights: np.ndarray, known: np.ndarray
) -> Callable[[np.ndarray, np.random.Generator], np.ndarray]:
    """Return the features of one model as a function of inputs (n, d) and noise, shape (n, width).

    Features are the network's (``true-features``), Gaussian given the inputs' part in the known
    orthonormal directions (k, d) (``conditional``), or Gaussian with the mean and the covariance of
    the network's (``matched``).

    Raises
    ------
    UserError
        The model is unknown.
    """
    inside = (weights @ known.T) @ known
    spread = np.linalg.norm(weights - inside, axis=1)

    def conditional(x: np.ndarray, noise: np.random.Generator) -> np.ndarray:
        given = x @ inside.T
        mean, slope, residual = conditional_moments(given, spread, sigma)
        xi = noise.standard_normal(given.shape)
        return np.asarray(mean + slope * (x @ weights.T - given) + np.sqrt(residual) * xi)

    def true(x: np.ndarray, noise: np.random.Generator) -> np.ndarray:
        return np.asarray(sigma(x @ weights.T))

    if model == "matched":
        gaussian = MatchedGaussian.of(weights, sigma)
        return lambda x, noise: gaussian(
            x @ weights.T, noise.standard_normal((len(x), len(weights)))
        )
    return lookup({"true-features": true, "conditional": conditional}, model, "model")
