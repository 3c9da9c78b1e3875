"""Gradient descent for the projected gradient flow of tied networks, many networks at once."""

from collections.abc import Iterator
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


@dataclass(frozen=True)
class Networks:
    """Networks before or after training, in the same order as their labels.

    Attributes
    ----------
    theta : (networks, d)
        Directions, of norm 1.
    c : (networks, width)
        Second layers.
    sets : (networks,)
        Which of the segments' sets of neurons each has.
    """

    theta: np.ndarray
    c: np.ndarray
    sets: np.ndarray


def descend(
    segments: Segments,
    inputs: np.ndarray,
    labels: np.ndarray,
    start: Networks,
    steps: np.ndarray,
    ridges: np.ndarray,
    schedule: Schedule,
) -> tuple[np.ndarray, np.ndarray]:
    """Minimise ``mean (y - f)^2 + ridge |c|^2`` over theta on the sphere and c, by full batches.

    Parameters
    ----------
    segments
        The sets of neurons.
    inputs : (n, d)
        The sample.
    labels : (networks, n)
        Each network's own.
    start
        The networks at the start.
    steps, ridges : (networks,)
        Step size of c, and its ridge.
    schedule
        How theta and c move.

    Returns
    -------
    theta, c : (networks, d), (networks, width)
        NaN where a run diverged.

    References
    ----------
    Bietti, Bruna, Sanford and Song (2022), "Learning single-index models with shallow neural
    networks", NeurIPS: projected gradient flow. The steps are those of the authors' public code
    (abietti/sim).
    """
    whole = TiedNetworks(segments, inputs, labels, start.sets)
    rates = schedule.ratio * np.asarray(steps)
    batches = (whole for _ in range(schedule.iterations))
    return _follow(batches, inputs.dtype, start, rates, steps, ridges, schedule)


def descend_once(
    segments: Segments,
    inputs: np.ndarray,
    labels: np.ndarray,
    start: Networks,
    rates: np.ndarray,
    steps: np.ndarray,
    ridges: np.ndarray,
    schedule: Schedule,
) -> tuple[np.ndarray, np.ndarray]:
    """Take the steps of `descend`, each on samples that no other step sees.

    Parameters
    ----------
    segments, inputs, labels, start, steps, ridges, schedule
        As in `descend`; the ratio of the schedule is not used. The sample is cut into as many
        batches as there are iterations.
    rates : (networks,)
        Step size of theta.

    Returns
    -------
    theta, c : (networks, d), (networks, width)
        NaN where a run diverged.

    References
    ----------
    Bietti et al. (2022), NeurIPS, the poster's third question: several passes against one.
    Derived here: the gradient of a batch is unbiased, so one pass is the same descent with noise.
    """
    size = len(inputs) // schedule.iterations
    batches = (
        TiedNetworks(segments, inputs[at : at + size], labels[:, at : at + size], start.sets)
        for at in range(0, schedule.iterations * size, size)
    )
    return _follow(batches, inputs.dtype, start, rates, steps, ridges, schedule)


def _follow(
    batches: Iterator[TiedNetworks],
    dtype: np.dtype,
    start: Networks,
    rates: np.ndarray,
    steps: np.ndarray,
    ridges: np.ndarray,
    schedule: Schedule,
) -> tuple[np.ndarray, np.ndarray]:
    """Take one step on each batch."""
    theta, c = start.theta.astype(dtype), start.c.astype(dtype)
    rates, steps, ridges = (
        np.asarray(part, dtype=dtype)[:, None] for part in (rates, steps, ridges)
    )
    kept, diverged = 1 - 2 * steps * ridges, np.zeros(len(theta), dtype=bool)
    for number, networks in enumerate(batches):
        moving = number >= schedule.warmup
        with np.errstate(over="ignore", invalid="ignore"):
            _, in_theta, in_c = networks.gradients(theta, c, second=moving)
            theta = projected_step(theta, in_theta, rates, schedule.radial)
            if in_c is not None:
                c = kept * c - steps * in_c
        if np.abs(c).max() < _TOO_LARGE:
            continue
        # NaN fails the comparison as well. Diverged runs are parked at a harmless place, and their
        # rows say so.
        bad = ~(np.abs(c).max(axis=1) < _TOO_LARGE)
        diverged |= bad
        theta[bad], c[bad] = start.theta[bad], 0
    theta, c = theta.astype(float), c.astype(float)
    diverged |= np.isnan(theta[:, 0])
    theta /= np.linalg.norm(theta, axis=1, keepdims=True)
    theta[diverged], c[diverged] = np.nan, np.nan
    return theta, c
