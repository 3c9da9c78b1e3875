"""Steps of gradient descent that end on the unit sphere."""

import math
from collections.abc import Callable, Iterable

import numpy as np

from feature_learning.core.compiled import compiled


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
    weights: np.ndarray, gradient: Callable[[np.ndarray], np.ndarray], lengths: Iterable[float]
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

    Returns
    -------
    weights : (rows, d)
    """
    for length in lengths:
        tangent = _tangent(weights, gradient(weights))
        norm = np.linalg.norm(tangent, axis=1, keepdims=True)
        # A critical point has no direction to follow: stay.
        rate = np.divide(length, norm, out=np.zeros_like(norm), where=norm > 0)
        weights = projected_step(weights, tangent, rate, True)
    return weights


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
