"""Gradient descent for the projected gradient flow of tied networks.

Many step sizes and ridges are run at once.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from feature_learning.training.projected_flow import projected_step
from feature_learning.training.tied_network import Segments, TiedNetworks

_TOO_LARGE = 1e6  # |c|; a stable run stays below 1e2


@dataclass(frozen=True)
class Schedule:
    """How theta and c move.

    Attributes
    ----------
    iterations
        How many steps.
    warmup
        During how many of them, at the start, c is frozen.
    ratio
        How many times faster theta moves than c.
    radial
        Whether the gradient in theta keeps its component along theta before the projection.
    """

    iterations: int
    warmup: int
    ratio: float
    radial: bool


def descend(
    segments: Segments,
    inputs: np.ndarray,
    labels: np.ndarray,
    start: tuple[np.ndarray, np.ndarray],
    steps: np.ndarray,
    ridges: np.ndarray,
    schedule: Schedule,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Minimise ``mean (y - f)^2 + ridge |c|^2`` over theta on the sphere and c.

    Parameters
    ----------
    segments
        The neurons, which all networks share.
    inputs : (n, d)
        The sample.
    labels : (networks, n)
        Each network's own.
    start
        Directions (networks, d) and second layers (networks, width).
    steps, ridges : (networks,)
        Step size of c, and its ridge.
    schedule
        How theta and c move.

    Returns
    -------
    theta, c : (networks, d), (networks, width)
        NaN where a run diverged.
    diverged : (networks,)

    Notes
    -----
    Until c moves, networks that differ only in their ridge are the same, and one of each is
    trained.

    References
    ----------
    Bietti, Bruna, Sanford and Song (2022), "Learning single-index models with shallow neural
    networks", NeurIPS: projected gradient flow. The steps are those of the authors' public code
    (abietti/sim).
    """
    theta, c = (part.astype(inputs.dtype) for part in start)
    steps, ridges = (np.asarray(part, dtype=inputs.dtype)[:, None] for part in (steps, ridges))
    rates, kept = schedule.ratio * steps, 1 - 2 * steps * ridges
    warmup = min(schedule.warmup, schedule.iterations)
    if warmup:
        keys = np.hstack([theta, c, steps, labels[:, :4]])
        _, first, back = np.unique(keys, axis=0, return_index=True, return_inverse=True)
        few, moved, frozen = TiedNetworks(segments, inputs, labels[first]), theta[first], c[first]
        for _ in range(warmup):
            _, gradient, _ = few.gradients(moved, frozen, second=False)
            moved = projected_step(moved, gradient, rates[first], schedule.radial)
        theta = moved[back.ravel()]
    networks, diverged = TiedNetworks(segments, inputs, labels), np.zeros(len(theta), dtype=bool)
    for _ in range(schedule.iterations - warmup):
        with np.errstate(over="ignore", invalid="ignore"):
            _, in_theta, in_c = networks.gradients(theta, c, second=True)
            assert in_c is not None
            theta, c = projected_step(theta, in_theta, rates, schedule.radial), kept * c - steps * in_c
            if np.abs(c).max() < _TOO_LARGE:
                continue
        # NaN fails the comparison, too. Diverged runs are parked at a harmless place, and their
        # rows say so.
        bad = ~(np.abs(c).max(axis=1) < _TOO_LARGE)
        diverged |= bad
        theta[bad], c[bad] = start[0][bad], 0
    theta, c, diverged = theta.astype(float), c.astype(float), diverged | np.isnan(theta[:, 0])
    theta = theta / np.linalg.norm(theta, axis=1, keepdims=True)
    theta[diverged], c[diverged] = np.nan, np.nan
    return theta, c, diverged
