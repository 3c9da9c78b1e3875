"""What a Langevin step does between its products, in single precision: as numpy or torch calls it takes longer than these."""

from __future__ import annotations

import math

import numpy as np

from feature_learning.core.compiled import compiled


@compiled
def derivatives(tanh: np.ndarray, rows: np.ndarray, to_sigmoid: np.ndarray, to_slope: np.ndarray, weighted: np.ndarray) -> None:
    """Replace every tanh by its derivative, and weigh each row by the slope of the loss there.

    Parameters
    ----------
    tanh : (networks, n + 1, N)
        Of all fields; overwritten by ``1 - tanh^2``.
    rows : (networks, d + 2, n + 1)
        What the neurons were multiplied with, transposed.
    to_sigmoid, to_slope : (networks, n)
        Factors of an output, and of the sigmoid of that, which is the slope.
    weighted : (networks, d + 2, n + 1)
        Overwritten by the rows times their slopes.
    """
    networks, count, width = tanh.shape
    ones, means, slopes = np.ones(width, np.float32), np.empty(count, np.float32), np.empty(count, np.float32)
    for net in range(networks):
        np.dot(tanh[net], ones, means)
        total = np.float32(0)
        for i in range(count - 1):
            output = (means[i] + 2 * means[count - 1]) / width
            slopes[i] = to_slope[net, i] / (1 + math.exp(-to_sigmoid[net, i] * output))
            total += slopes[i]
        slopes[count - 1] = 2 * total
        for i in range(count):
            line = tanh[net, i]
            for j in range(width):
                line[j] = np.float32(1) - line[j] * line[j]
        for k in range(rows.shape[1]):
            for i in range(count):
                weighted[net, k, i] = slopes[i] * rows[net, k, i]


@compiled
def diffuse(particles: np.ndarray, levels: np.ndarray, shrink: np.ndarray, spread: np.ndarray, words: np.ndarray) -> None:
    """Draw the particles to 0 and add noise, in place.

    Parameters
    ----------
    particles : (parts, networks, d + 2, N)
        All parts take the same noise.
    levels : (65536,)
        Values of the noise.
    shrink, spread : (parts, networks)
        Factors of the particles and of the noise.
    words : (networks, d + 2, N)
        Places in the levels, uint16.
    """
    parts, networks, coordinates, width = particles.shape
    noise = np.empty(width, np.float32)
    for net in range(networks):
        for k in range(coordinates):
            for j in range(width):
                noise[j] = levels[words[net, k, j]]
            for part in range(parts):
                line, keep, add = particles[part, net, k], shrink[part, net], spread[part, net]
                for j in range(width):
                    line[j] = keep * line[j] + add * noise[j]
