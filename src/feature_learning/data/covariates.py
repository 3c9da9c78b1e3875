"""Inputs and directions."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np


def on_sphere(rows: np.ndarray, radius: float = 1.0) -> np.ndarray:
    """Return rows scaled to the given norm: uniform on the sphere where the rows were Gaussian.

    Parameters
    ----------
    rows : (n, d) or (d,)
        Gaussian draws.
    radius
        The norm of each row.
    """
    return radius * rows / np.linalg.norm(rows, axis=-1, keepdims=True)


def stratified_gaussian(count: int, direction: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Return Gaussian inputs whose projections on a direction are stratified: one in each of `count` equally likely intervals.

    Parameters
    ----------
    count
        How many.
    direction : (d,)
        Of norm 1. Averages of functions of this projection fluctuate far less than over independent inputs, without bias.
    rng
        The stream.

    Returns
    -------
    inputs : (count, d)
    """
    inputs = rng.standard_normal((count, len(direction)))
    quantiles = (np.arange(count) + rng.uniform(1e-12, 1, count)) / count
    wanted = np.array([NormalDist().inv_cdf(min(level, 1 - 1e-16)) for level in quantiles.tolist()])
    inputs += (wanted - inputs @ direction)[:, None] * direction
    return inputs
