"""The squared loss of single ReLU neurons, many at once on the same sample."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

Gradient = Callable[[np.ndarray], np.ndarray]


def neuron_gradient(inputs: np.ndarray, labels: np.ndarray, bias: float) -> Gradient:
    """Return the gradient of ``(1/n) sum (relu(<w, x> + b) - y)^2`` as a function of rows w.

    Parameters
    ----------
    inputs : (n, d)
        Their type is that of all products.
    labels : (n,)
    bias
        b.
    """
    shifted = labels.astype(inputs.dtype)

    def gradient(weights: np.ndarray) -> np.ndarray:
        z = weights.astype(inputs.dtype, copy=False) @ inputs.T
        z += inputs.dtype.type(bias)
        active = z > 0
        z -= shifted
        z *= active
        return (z @ inputs) * inputs.dtype.type(2 / len(inputs))

    return gradient
