"""Steps of gradient descent that end on the unit sphere."""

import math
from collections.abc import Callable, Iterable, Iterator

import numpy as np

from feature_learning.core.compiled import compiled

_BACK, _TURNS, _LANDED = -0.9, 3, 2.0**-6
_ALIKE = 1e-3


@compiled
def projected_step(
    weights: np.ndarray, gradient: np.ndarray, rate: np.ndarray, radial: bool
) -> np.ndarray:
    """Return ``(w - rate gradient) / |w - rate gradient|`` for each row.

    Parameters
    ----------
    weights : (rows, d)
        Of norm 1.
    gradient : (rows, d)
        The Euclidean gradient.
    rate : (rows, 1)
        The step size.
    radial
        Whether the gradient keeps its component along w. If so, a long step can reverse w: where
        the loss grows steeply with the norm of w, ``1 - rate w.gradient`` is negative.
    """
    moved = np.empty_like(weights)
    for row in range(len(weights)):
        along, square = 0.0, 0.0
        if not radial:
            for k in range(weights.shape[1]):
                along += gradient[row, k] * weights[row, k]
        for k in range(weights.shape[1]):
            moved[row, k] = weights[row, k] - rate[row, 0] * (
                gradient[row, k] - along * weights[row, k]
            )
            square += moved[row, k] * moved[row, k]
        length = math.sqrt(square)
        for k in range(weights.shape[1]):
            moved[row, k] /= length
    return moved


def _tangent(weights: np.ndarray, gradient: np.ndarray) -> np.ndarray:
    """The gradients without their components along the weights."""
    return gradient - (gradient * weights).sum(axis=1, keepdims=True) * weights


def arc_length_flow(
    weights: np.ndarray,
    gradient: Callable[[np.ndarray], np.ndarray],
    lengths: Iterable[float],
    *,
    landing: bool = False,
) -> np.ndarray:
    """Follow the path of a gradient flow on the sphere by steps of given lengths.

    The size of the gradient does not matter.

    Parameters
    ----------
    weights : (rows, d)
        Where the paths begin; each row is its own path.
    gradient
        Takes (rows, d) and returns the Euclidean gradients.
    lengths
        The length of each step along the tangent. The path of a flow does not depend on its speed.
        Lengths should go to zero towards the end, or the path keeps stepping over its limit.
    landing
        Whether paths at their limits stop. One that turns back at three steps in a row lies within
        a step's length of its limit; its steps are halved six times, and then it leaves. So the
        gradient must take any number of rows, and treat all alike.

    Returns
    -------
    weights : (rows, d)
    """
    ends = np.array(weights)
    rows: np.ndarray = np.arange(len(weights))
    turns: np.ndarray = np.zeros(len(weights), int)
    share: np.ndarray = np.ones(len(weights))
    before = np.zeros_like(ends)
    for length in lengths:
        tangent = _tangent(weights, gradient(weights))
        norm = np.linalg.norm(tangent, axis=1, keepdims=True)
        # A critical point has no direction to follow: stay.
        along = np.divide(tangent, norm, out=np.zeros_like(tangent), where=norm > 0)
        if landing:
            turns = np.where((along * before).sum(axis=1) < _BACK, turns + 1, 0)
            share = np.where((share < 1) | (turns >= _TURNS), share / 2, 1.0)
        weights = projected_step(
            weights, along, (length * share)[:, None].astype(along.dtype), True
        )
        ends[rows] = weights
        going = share > _LANDED
        if not going.all():
            rows, turns, share, weights, along = (
                part[going] for part in (rows, turns, share, weights, along)
            )
        if not len(rows):
            break
        before = along
    return ends


def timed_flow(
    weights: np.ndarray, gradient: Callable[[np.ndarray], np.ndarray], lengths: Iterable[float]
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield the times that the flow has taken, (rows,), and the weights, at first and after each
    step.

    Along a step the speed, which is the size of the tangential gradient, is taken as linear.

    Parameters
    ----------
    weights, gradient, lengths
        As in `arc_length_flow`.
    """
    times, tangent = np.zeros(len(weights)), _tangent(weights, gradient(weights))
    speed = np.linalg.norm(tangent, axis=1, keepdims=True)
    yield times, weights
    for length in lengths:
        rate = np.divide(length, speed, out=np.zeros_like(speed), where=speed > 0)
        weights = projected_step(weights, tangent, rate, True)
        before, tangent = speed, _tangent(weights, gradient(weights))
        speed = np.linalg.norm(tangent, axis=1, keepdims=True)
        times = times + length * _mean_inverse(before, speed)[:, 0]
        yield times, weights


def _mean_inverse(first: np.ndarray, last: np.ndarray) -> np.ndarray:
    """Return the mean of 1/v over v between two values, which is ``ln(b/a)/(b - a)``; 0 where one
    of them is 0.
    """
    moves = (first > 0) & (last > 0)
    a, b = np.where(moves, first, 1.0), np.where(moves, last, 1.0)
    apart = np.abs(b / a - 1) > _ALIKE
    gap = np.where(apart, b - a, 1.0)
    return np.where(moves, np.where(apart, np.log(b / a) / gap, 2 / (a + b)), 0.0)


def falling_lengths(step: float, count: int) -> np.ndarray:
    """Return `count` lengths: constant for the first half, then falling linearly to zero.

    Parameters
    ----------
    step
        The first length.
    count
        How many.
    """
    return step * np.minimum(1.0, 2 * (1 - np.arange(count) / count))
