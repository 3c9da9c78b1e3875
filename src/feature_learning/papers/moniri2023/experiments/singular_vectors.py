"""The feature matrix's leading left singular vectors, and the spikes of the theorem's F_l."""

import itertools
import math
from typing import Any

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Grid
from feature_learning.networks.activations import Activation
from feature_learning.papers.moniri2023.fits import BatchName, batch_of
from feature_learning.papers.moniri2023.model import OneTargetAndSize, spikes_kept, square_cosine
from feature_learning.papers.moniri2023.networks import NETWORKS, NetworkName, first_step
from feature_learning.papers.moniri2023.outliers import bulk

_LEADING = 3  # vectors, of which the first two are kept


class SingularVectors(OneTargetAndSize):
    """The spectrum of ``F/sqrt n``, the leading values of ``F_l/sqrt n`` for the same draws, and
    ``sqrt n`` times the two leading left vectors.

    ``x_beta`` is ``X beta`` with mean square 1. The sign of vector k is that with which it has a
    positive product with ``(X beta)^k``, and ``cosine_k`` is its squared cosine with that power.
    """

    network: Grid[NetworkName]
    batch: BatchName
    alpha: Grid[float]

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per network and alpha."""
        xp, sigma, n = device.xp, self.sigma, self.n
        inputs = device.put(batch_of(draws, self.batch)[0])
        beta = device.put(draws["train_inputs"].T @ draws["train_labels"] / n)
        u = inputs @ beta
        for name in self.network:
            step = first_step(NETWORKS[name], draws, sigma, device)
            base, slope = inputs @ step.first.T, inputs @ step.gradient.T
            for alpha, eta in self.sizes.steps(self.alpha):
                features = sigma(base + eta * slope, xp)
                values, vectors = xp.linalg.eigh(features.T @ features / n)
                left = [features @ vectors[:, -k] for k in range(1, _LEADING + 1)]
                powers = [u**k for k in range(1, _LEADING + 1)]
                degrees = [k for k in range(1, spikes_kept(alpha) + 1) if sigma.hermite[k]]
                with_spikes = sigma(base, xp) + _spikes(sigma, eta, u, step.second, degrees)
                squares = xp.linalg.eigh(with_spikes.T @ with_spikes / n)[0][-len(degrees) :]
                yield {
                    "network": name,
                    "alpha": alpha,
                    "singular_values": np.sqrt(np.clip(device.get(values), 0, None)),
                    "spikes": np.sqrt(device.get(squares))[::-1],
                    "x_beta": device.get(u) * math.sqrt(n / float(u @ u)),
                    **{f"left_{k + 1}": _scaled(device, left[k], powers[k]) for k in range(2)},
                    **{
                        f"cosine_{k + 1}": square_cosine(left[k], powers[k])
                        for k in range(_LEADING)
                    },
                    "diverged": not bool(xp.all(xp.isfinite(values))),
                }

    def predict(self) -> Rows:
        """Yield the limiting bulk, the same in every row."""
        found = bulk(self.untrained(self.sizes))
        for name, alpha in itertools.product(self.network, self.alpha):
            yield {"network": name, "alpha": alpha, **found}


def _spikes(sigma: Activation, eta: float, u: Any, second: Any, degrees: list[int]) -> Any:
    """Return ``sum_k c_1^k c_k eta^k u^k (a^k)^T``, (n, width)."""
    c = sigma.hermite
    return sum(
        float((c[1] * eta) ** k * c[k]) * (u[:, None] ** k * second[None, :] ** k) for k in degrees
    )


def _scaled(device: Device, vector: Any, power: Any) -> np.ndarray:
    """Return a vector of mean square 1, with a positive product with another."""
    found = device.get(vector / math.sqrt(float(vector @ vector) / len(vector)))
    return found if float(vector @ power) > 0 else -found
