"""One-pass SGD of a single direction on the sphere, as an exact chain of its overlap."""

from collections.abc import Callable

import numpy as np

from feature_learning.core.compiled import compiled
from feature_learning.core.errors import UserError

_REACH, _POINTS = 9.0, 18_001  # of the table of the link
_BLOCK = 64  # steps at a time


def first_passages(
    link: Callable[[np.ndarray], np.ndarray],
    noise: float,
    d: int,
    steps: np.ndarray,
    lanes: int,
    level: float,
    rng: np.random.Generator,
) -> np.ndarray:
    """Return the samples after which ``|m|`` is first above a level, by step size.

    The student has the target's own link. It starts at ``m = d^(-1/2)``, sees a fresh sample in
    each step of ``(f(<theta, x>) - y)^2/2`` and is normalised after it.

    Parameters
    ----------
    link
        f, elementwise.
    noise
        Variance of the labels' noise.
    d
        Dimension, 3 or more.
    steps : (sizes,)
        Step sizes.
    lanes
        Independent runs of each.
    level
        Where a run has arrived, in (0, 1).
    rng
        Source of the samples.

    Returns
    -------
    passages : (sizes, lanes)
        Infinite for those under way when half of the lanes of one step size have arrived, where all
        stop.

    Raises
    ------
    UserError
        The dimension is below 3.

    References
    ----------
    Ben Arous, Gheissari and Jagannath (2021), "Online stochastic gradient descent on non-convex
    losses from high-dimensional inference", JMLR: the algorithm. Derived here: with u and w the
    projections of x on theta and on the part of the target's direction across it, and chi the
    square of the remainder, ``v = m u + (1 - m^2)^(1/2) w`` is that on the target's direction, and
    with ``g = (f(u) - f(v) - noise) f'(u)`` a step maps m to
    ``(m - h g (v - m u))/(1 + h^2 g^2 (w^2 + chi))^(1/2)``.
    """
    if d < 3:
        raise UserError(f"the chain takes three dimensions or more, not {d}")
    table = link(np.linspace(-_REACH, _REACH, _POINTS))
    slopes = np.diff(table) * (_POINTS - 1) / (2 * _REACH)
    sizes = np.repeat(steps, lanes)
    overlaps = np.full(len(sizes), d**-0.5)
    passages = np.full(len(sizes), np.inf)
    deviation, taken = noise**0.5, 0
    while True:
        shape = _BLOCK, len(sizes)
        u, w, errors = rng.standard_normal((3, *shape))
        rest = rng.chisquare(d - 2, shape)
        _advance(
            overlaps, passages, sizes, table, slopes, level, taken, u, w, deviation * errors, rest
        )
        taken += _BLOCK
        found = passages.reshape(-1, lanes)
        if (np.isfinite(found).sum(axis=1) >= lanes / 2).any():
            return found


def steps_to_half(passages: np.ndarray) -> np.ndarray:
    """Return the samples after which half of the lanes have arrived, (sizes,).

    Parameters
    ----------
    passages : (sizes, lanes)
        From `first_passages`.
    """
    middle = (passages.shape[1] + 1) // 2 - 1
    found: np.ndarray = np.sort(passages, axis=1)[:, middle]
    return found


@compiled
def _advance(
    overlaps: np.ndarray,
    passages: np.ndarray,
    sizes: np.ndarray,
    table: np.ndarray,
    slopes: np.ndarray,
    level: float,
    taken: int,
    us: np.ndarray,
    ws: np.ndarray,
    errors: np.ndarray,
    rests: np.ndarray,
) -> None:
    """Take a block of steps; lanes that have arrived stay."""
    reach = 9.0
    per_unit = len(slopes) / (2 * reach)
    last = len(slopes) - 1
    for lane in range(len(overlaps)):
        if passages[lane] < np.inf:
            continue
        m, h = overlaps[lane], sizes[lane]
        for step in range(len(us)):
            u, w = us[step, lane], ws[step, lane]
            v = m * u + np.sqrt(max(1 - m * m, 0.0)) * w
            place = (u + reach) * per_unit
            cell = min(max(int(place), 0), last)
            slope = slopes[cell]
            own = table[cell] + slope * (place - cell) / per_unit
            place = (v + reach) * per_unit
            cell = min(max(int(place), 0), last)
            label = table[cell] + slopes[cell] * (place - cell) / per_unit + errors[step, lane]
            g = h * (own - label) * slope
            m = (m - g * (v - m * u)) / np.sqrt(1 + g * g * (w * w + rests[step, lane]))
            if abs(m) > level:
                passages[lane] = taken + step + 1
                break
        overlaps[lane] = m
