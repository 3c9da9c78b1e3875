"""Steps of gradient descent that end on the unit sphere."""

from __future__ import annotations

import numpy as np

from feature_learning.data.covariates import on_sphere


def projected_step(weights: np.ndarray, gradient: np.ndarray, rate: np.ndarray | float, *, radial: bool) -> np.ndarray:
    """Return ``(w - rate gradient) / |w - rate gradient|`` for each row.

    Parameters
    ----------
    weights : (rows, d)
        Of norm 1.
    gradient : (rows, d)
        The Euclidean gradient.
    rate
        The step size, or a column (rows, 1) of them.
    radial
        Whether the gradient keeps its component along w. With it a long step can turn w round: where the loss grows steeply
        with the norm of w, ``1 - rate w.gradient`` is negative.
    """
    if not radial:
        gradient = gradient - (gradient * weights).sum(axis=1, keepdims=True) * weights
    return on_sphere(weights - rate * gradient)
