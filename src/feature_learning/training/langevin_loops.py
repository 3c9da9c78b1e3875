"""Compiled elementwise parts of a Langevin step, in single precision."""

import math

import numpy as np

from feature_learning.core.compiled import vectorised

_ZERO = np.float32(0)


@vectorised
def weigh(
    sums: np.ndarray,
    width: int,
    rows: np.ndarray,
    to_sigmoid: np.ndarray,
    to_slope: np.ndarray,
    weighted: np.ndarray,
) -> None:
    """Weigh rows by the slopes of the loss.

    Parameters
    ----------
    sums : (networks, n + 1)
        Of tanh over the neurons.
    width
        N.
    rows : (networks, d + 2, n + 1)
        What the neurons were multiplied by, transposed.
    to_sigmoid, to_slope : (networks, n)
        Factors of an output, and of the sigmoid of that, which is the slope.
    weighted : (networks, d + 2, n + 1)
        Overwritten by the rows times their slopes.
    """
    networks, count = sums.shape
    slopes = np.empty(count, np.float32)
    for net in range(networks):
        total = _ZERO
        for i in range(count - 1):
            output = (sums[net, i] + 2 * sums[net, count - 1]) / width
            slopes[i] = to_slope[net, i] / (1 + math.exp(-to_sigmoid[net, i] * output))
            total += slopes[i]
        slopes[count - 1] = 2 * total
        for k in range(rows.shape[1]):
            for i in range(count):
                weighted[net, k, i] = slopes[i] * rows[net, k, i]


@vectorised
def move(
    particles: np.ndarray,
    shrink: np.ndarray,
    spread: np.ndarray,
    noise: np.ndarray,
    step: np.float32,
    gradient: np.ndarray,
) -> None:
    """Shrink the particles, add noise and follow the gradient, in place.

    Parameters
    ----------
    particles : (parts, networks, d + 2, N)
        All parts take the same noise.
    shrink, spread : (parts, networks)
        Factors of the particles and of the noise.
    noise : (networks, d + 2, N)
        Standard normal numbers.
    step
        eta.
    gradient : (parts, networks, d + 2, N)
        Of the loss.
    """
    parts, networks, coordinates, width = particles.shape
    for net in range(networks):
        for k in range(coordinates):
            line = noise[net, k]
            for part in range(parts):
                own, slope = particles[part, net, k], gradient[part, net, k]
                keep, add = shrink[part, net], spread[part, net]
                for j in range(width):
                    own[j] = keep * own[j] + add * line[j] - step * slope[j]
