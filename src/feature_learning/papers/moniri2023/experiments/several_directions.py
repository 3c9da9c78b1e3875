"""What one step learns of a target with linear and quadratic parts along several directions."""

from typing import Annotated, Any

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Grid, Number, Positive
from feature_learning.papers.moniri2023.fits import BatchName, batch_of
from feature_learning.papers.moniri2023.model import OneSize, square_cosine, weights
from feature_learning.papers.moniri2023.networks import NETWORKS, first_step
from feature_learning.papers.moniri2023.population import quadratic_form
from feature_learning.training.second_layer import ridge

Coefficient = Annotated[float, Number()]


class SeveralDirections(OneSize):
    """The quadratic form that the talk's network learns on the span of the target's directions.

    The target is ``sum_k z_k/sqrt(K) + sum_k b_k H_2(z_k)`` with K orthonormal directions. Its
    linear part has one direction, the mean of the K, which is no eigenvector of its quadratic part.
    """

    quadratic: Grid[Coefficient]  # b_k, one for each direction
    batch: Grid[BatchName]
    alpha: Grid[float]
    ridge: Positive

    def generate(self, rng: Streams) -> Draws:
        """Draw the directions, the initial network and both batches without label noise."""
        drawn = weights(self.sizes, rng)
        count = len(self.quadratic)
        frame = np.linalg.qr(rng("teacher", 1).standard_normal((self.d, count)))[0]
        for purpose in ("train", "refit"):
            inputs = rng(purpose).standard_normal((self.n, self.d))
            along = inputs @ frame
            labels = along.sum(axis=1) / np.sqrt(count) + (along**2 - 1) @ self.quadratic
            drawn |= {f"{purpose}_inputs": inputs, f"{purpose}_labels": labels}
        return {**drawn, "frame": frame}

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per batch and alpha, on the learned form minus the untrained one.

        ``second`` is the size of its second eigenvalue over that of its first, and ``along`` the
        squared cosine of its first eigenvector and the linear part.
        """
        sigma, count = self.sigma, len(self.quadratic)
        step = first_step(NETWORKS["slides"], draws, sigma, device)
        mean = np.full(count, 1.0)
        for batch in self.batch:
            inputs, labels = map(device.put, batch_of(draws, batch))

            def form(eta: float, inputs: Any = inputs, labels: Any = labels) -> np.ndarray:
                rows = step.rows(eta)
                features = sigma(inputs @ rows.T, device.xp)
                readout = ridge(features, labels, self.ridge * self.n, device.xp)
                return quadratic_form(sigma, device.get(rows), device.get(readout), draws["frame"])

            untrained = form(0.0)
            for alpha, eta in self.sizes.steps(self.alpha):
                values, vectors = np.linalg.eigh(form(eta) - untrained)
                first, second = np.argsort(-np.abs(values))[:2]
                yield {
                    "batch": batch,
                    "alpha": alpha,
                    "second": float(abs(values[second] / values[first])),
                    "along": square_cosine(vectors[:, first], mean),
                }
