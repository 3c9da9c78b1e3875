"""Ten points of the torus approximated by fifty particles, with and without noise (figure 6, after
Chizat 2022).
"""

import math
from typing import Annotated, Literal, TypedDict

import numpy as np

from feature_learning.core.compiled import compiled
from feature_learning.core.experiment import Device, Draws, Experiment, Rows, Streams
from feature_learning.core.values import Count, Grid, NotNegative, Positive, whole

_DEGREES = np.arange(1, 6)
_WEIGHTS = np.concatenate([[1.0], 2 / (1 + _DEGREES), 2 / (1 + _DEGREES)])


class Noise(TypedDict):
    """The temperature tau, constant or falling as ``1/(t + 1)``."""

    law: Literal["none", "falling", "constant"]
    tau: NotNegative


class Torus(Experiment):
    """Discrepancy and entropy of particles that descend with several noises."""

    noise: Grid[Noise]
    t: Grid[Annotated[int, whole(least=0)]]  # shown steps
    targets: Count
    particles: Count
    step: Positive
    steps: Count
    noisy_share: Positive  # of the steps, after which there is no noise
    replicas: Count

    def generate(self, rng: Streams) -> Draws:
        """Draw targets and first particles, uniform on the torus; all noises start from the same
        particles.
        """
        shape = self.replicas, self.targets + self.particles, 2
        points = rng("init").uniform(0, 2 * np.pi, shape)
        return {"targets": points[:, : self.targets], "particles": points[:, self.targets :]}

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per noise, time and replica: the discrepancy G and the entropy."""
        for number, noise in enumerate(self.noise):
            particles, stream = draws["particles"].copy(), rng("noise", number)
            for t in range(self.steps + 1):
                gaps, gradient = discrepancy(particles, draws["targets"])
                if t in self.t:
                    measured = zip(gaps.tolist(), negative_entropy(particles).tolist(), strict=True)
                    for replica, (gap, entropy) in enumerate(measured):
                        row = {**noise, "t": t, "replica": replica}
                        yield {**row, "gap": gap, "negative_entropy": entropy}
                particles -= self.step * gradient
                if noise["tau"] and t < self.noisy_share * self.steps:
                    tau = noise["tau"] / (t + 1 if noise["law"] == "falling" else 1)
                    spread = np.sqrt(2 * self.step * tau)
                    particles += spread * stream.standard_normal(particles.shape)


@compiled
def waves(points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return 1, cos(k x) and sin(k x), k from 1 to 5, for each coordinate, (2, replicas, points,
    11), and their derivatives.
    """
    replicas, count, _ = points.shape
    values, slopes = np.empty((2, replicas, count, 11)), np.empty((2, replicas, count, 11))
    for axis in range(2):
        for replica in range(replicas):
            for point in range(count):
                wave, slope = values[axis, replica, point], slopes[axis, replica, point]
                x = points[replica, point, axis]
                cosine, sine, cosine_1, sine_1 = 1.0, 0.0, math.cos(x), math.sin(x)
                wave[0], slope[0] = 1.0, 0.0
                for k in range(1, 6):
                    next_cosine = cosine * cosine_1 - sine * sine_1
                    sine = sine * cosine_1 + cosine * sine_1
                    cosine = next_cosine
                    wave[k], wave[5 + k] = cosine, sine
                    slope[k], slope[5 + k] = -k * sine, k * cosine
    return values, slopes


def discrepancy(particles: np.ndarray, targets: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return ``G = |mu - nu|^2`` in the kernel, a product over coordinates of ``1 + 2 sum_{k<=5}
    cos(k x)/(1 + k)``, and half its gradient.

    Parameters
    ----------
    particles, targets : (replicas, m, 2), (replicas, count, 2)
        Points of equal weight.

    Returns
    -------
    gap, gradient : (replicas,), (replicas, m, 2)
        The gradient of G/2 in the space of measures: the derivative at each particle of the kernel
        applied to mu - nu.
    """
    (first, second), (first_slope, second_slope) = waves(particles)
    modes = _modes(first, second) - _modes(*waves(targets)[0])
    weighted = _WEIGHTS[:, None] * _WEIGHTS * modes
    gap = (weighted * modes).sum(axis=(1, 2))
    along, across = np.matmul(second, weighted.transpose(0, 2, 1)), np.matmul(first, weighted)
    gradient = [
        np.einsum("rmk,rmk->rm", first_slope, along),
        np.einsum("rmk,rmk->rm", second_slope, across),
    ]
    return gap, np.stack(gradient, axis=2)


def _modes(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    return np.matmul(first.transpose(0, 2, 1), second) / first.shape[1]


def negative_entropy(particles: np.ndarray) -> np.ndarray:
    """Return ``E log mu`` estimated from nearest neighbours on the torus (Kozachenko and Leonenko),
    shape (replicas,).
    """
    count = particles.shape[1]
    apart = np.abs((particles[:, :, None] - particles[:, None] + np.pi) % (2 * np.pi) - np.pi)
    squares = (apart**2).sum(axis=3) + 1e9 * np.eye(count)
    nearest = np.maximum(squares.min(axis=2), 1e-12)
    harmonic = float((1 / np.arange(1, count)).sum())  # digamma(count) - digamma(1)
    return np.asarray(-(harmonic + np.log(np.pi) + np.log(nearest).mean(axis=1)))
