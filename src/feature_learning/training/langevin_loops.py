"""What a Langevin step does between its products, in single precision.

As numpy or torch calls it would take longer than the products.
"""

from __future__ import annotations

import math

import numpy as np

from feature_learning.core.compiled import vectorised

# tanh x = x P(x^2)/Q(x^2) for |x| < 9; at 9 it is 1 in single precision. Our fit has the least
# relative error, 2e-8.
_END, _ONE, _ZERO = np.float32(9), np.float32(1), np.float32(0)
_P1, _P2, _P3, _P4 = map(np.float32, (0.13381024550, 3.4955868805e-3, 2.0609063416e-5, 1.3354638043e-8))
_Q1, _Q2, _Q3, _Q4 = map(np.float32, (0.46714340140, 2.5876977338e-2, 3.2856328517e-4, 7.7765481368e-7))


@vectorised
def derivatives(fields: np.ndarray, rows: np.ndarray, to_sigmoid: np.ndarray, to_slope: np.ndarray, weighted: np.ndarray) -> None:
    """Replace fields by the derivatives of their tanh, and weigh rows by the slopes of the loss.

    Parameters
    ----------
    fields : (networks, n + 1, N)
        Overwritten by ``1 - tanh^2``, to 1e-6.
    rows : (networks, d + 2, n + 1)
        What the neurons were multiplied by, transposed.
    to_sigmoid, to_slope : (networks, n)
        Factors of an output, and of the sigmoid of that, which is the slope.
    weighted : (networks, d + 2, n + 1)
        Overwritten by the rows times their slopes.
    """
    networks, count, width = fields.shape
    sums, slopes = np.empty(count, np.float32), np.empty(count, np.float32)
    for net in range(networks):
        for i in range(count):
            line, total = fields[net, i], _ZERO
            for j in range(width):
                x = min(max(line[j], -_END), _END)
                square = x * x
                above = _ONE + square * (_P1 + square * (_P2 + square * (_P3 + square * _P4)))
                below = _ONE + square * (_Q1 + square * (_Q2 + square * (_Q3 + square * _Q4)))
                tanh = x * above / below
                total += tanh
                line[j] = _ONE - tanh * tanh
            sums[i] = total
        total = _ZERO
        for i in range(count - 1):
            output = (sums[i] + 2 * sums[count - 1]) / width
            slopes[i] = to_slope[net, i] / (1 + math.exp(-to_sigmoid[net, i] * output))
            total += slopes[i]
        slopes[count - 1] = 2 * total
        for k in range(rows.shape[1]):
            for i in range(count):
                weighted[net, k, i] = slopes[i] * rows[net, k, i]


@vectorised
def diffuse(particles: np.ndarray, levels: np.ndarray, shrink: np.ndarray, spread: np.ndarray, words: np.ndarray) -> None:
    """Shrink the particles and add noise, in place.

    Parameters
    ----------
    particles : (parts, networks, d + 2, N)
        All parts take the same noise.
    levels : (4096,)
        Values of the noise. Their number is a power of 2.
    shrink, spread : (parts, networks)
        Factors of the particles and of the noise.
    words : (networks, d + 2, N)
        Random bits, uint16. The lower 12 are indices into the levels.
    """
    parts, networks, coordinates, width = particles.shape
    noise, last = np.empty(width, np.float32), np.uint16(len(levels) - 1)
    for net in range(networks):
        for k in range(coordinates):
            for j in range(width):
                noise[j] = levels[words[net, k, j] & last]
            for part in range(parts):
                line, keep, add = particles[part, net, k], shrink[part, net], spread[part, net]
                for j in range(width):
                    line[j] = keep * line[j] + add * noise[j]
