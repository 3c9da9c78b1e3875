"""Ten points of the torus approximated by fifty particles, with and without noise (figure 6, after Chizat 2022)."""

import math

import numpy as np

from feature_learning.core.compiled import compiled
from feature_learning.core.errors import chosen
from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams

_DEGREES = np.arange(1, 6)
_WEIGHTS = np.concatenate([[1.0], 2 / (1 + _DEGREES), 2 / (1 + _DEGREES)])
NOISES = {"none": 0.0, "annealed": None, "tau-0.03": 0.03, "tau-0.1": 0.1, "tau-0.3": 0.3}


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw targets and first particles, uniform on the torus; all noises start from the same particles."""
    for noise in setting.grid["noise"]:
        chosen(NOISES, str(noise), "noise")
    sizes = {"targets": int(setting["targets"]), "particles": int(setting["particles"])}
    drawn = rng("init").uniform(0, 2 * np.pi, (int(setting["replicas"]), sum(sizes.values()), 2))
    return {"targets": drawn[:, : sizes["targets"]], "particles": drawn[:, sizes["targets"] :]}


def torus(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per noise, time and replica: the discrepancy G and the entropy."""
    shown, steps = {int(t) for t in setting.grid["t"]}, int(setting["steps"])
    for number, name in enumerate(map(str, setting.grid["noise"])):
        particles, noise = draws["particles"].copy(), rng("noise", number)
        for t in range(steps + 1):
            gap, gradient = discrepancy(particles, draws["targets"])
            if t in shown:
                entropies = negative_entropy(particles)
                for replica, found in enumerate(zip(gap, entropies, strict=True)):
                    yield {"noise": name, "t": t, "replica": replica, "gap": float(found[0]), "negative_entropy": float(found[1])}
            given = NOISES[name]
            tau = 0.0 if t >= setting["noisy_share"] * steps else setting["anneal"] / (t + 1) if given is None else given
            particles -= setting["step"] * gradient
            if tau:
                particles += np.sqrt(2 * setting["step"] * tau) * noise.standard_normal(particles.shape)


@compiled
def waves(points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return 1, cos(k x) and sin(k x), k from 1 to 5, for each coordinate, (2, replicas, points, 11), and their derivatives."""
    replicas, count, _ = points.shape
    found, slopes = np.empty((2, replicas, count, 11)), np.empty((2, replicas, count, 11))
    for axis in range(2):
        for replica in range(replicas):
            for point in range(count):
                wave, slope, x = found[axis, replica, point], slopes[axis, replica, point], points[replica, point, axis]
                cosine, sine, first_cosine, first_sine = 1.0, 0.0, math.cos(x), math.sin(x)
                wave[0], slope[0] = 1.0, 0.0
                for k in range(1, 6):
                    cosine, sine = cosine * first_cosine - sine * first_sine, sine * first_cosine + cosine * first_sine
                    wave[k], wave[5 + k], slope[k], slope[5 + k] = cosine, sine, -k * sine, k * cosine
    return found, slopes


def discrepancy(particles: np.ndarray, targets: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return ``G = |mu - nu|^2`` in the kernel, a product over coordinates of ``1 + 2 sum_{k<=5} cos(k x)/(1 + k)``, and half its gradient.

    Parameters
    ----------
    particles, targets : (replicas, m, 2), (replicas, count, 2)
        Points of equal weight.

    Returns
    -------
    gap, gradient : (replicas,), (replicas, m, 2)
        The gradient of G/2 in the space of measures: the derivative at each particle of the kernel applied to mu - nu.
    """
    (first, second), (first_slope, second_slope) = waves(particles)
    modes = _modes(first, second) - _modes(*waves(targets)[0])
    weighted = _WEIGHTS[:, None] * _WEIGHTS * modes
    gap = (weighted * modes).sum(axis=(1, 2))
    along, across = np.matmul(second, weighted.transpose(0, 2, 1)), np.matmul(first, weighted)
    return gap, np.stack([np.einsum("rmk,rmk->rm", first_slope, along), np.einsum("rmk,rmk->rm", second_slope, across)], axis=2)


def _modes(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    return np.matmul(first.transpose(0, 2, 1), second) / first.shape[1]


def negative_entropy(particles: np.ndarray) -> np.ndarray:
    """Return ``E log mu`` estimated from nearest neighbours on the torus (Kozachenko and Leonenko), shape (replicas,)."""
    apart = np.abs((particles[:, :, None] - particles[:, None] + np.pi) % (2 * np.pi) - np.pi)
    squares = (apart**2).sum(axis=3) + 1e9 * np.eye(particles.shape[1])
    count = particles.shape[1]
    harmonic = float((1 / np.arange(1, count)).sum())  # digamma(count) - digamma(1)
    return np.asarray(-(harmonic + np.log(np.pi) + np.log(np.maximum(squares.min(axis=2), 1e-12)).mean(axis=1)))
