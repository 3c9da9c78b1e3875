"""The squared loss of single ReLU neurons, many at once on the same sample."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

Gradient = Callable[[np.ndarray], np.ndarray]
_BLOCK = 512


def neuron_gradient(inputs: np.ndarray, labels: np.ndarray, bias: float) -> Gradient:
    """Return the gradient of ``(1/n) sum (relu(<w, x> + b) - y)^2`` as a function of rows w.

    Parameters
    ----------
    inputs : (n, d)
        All products have their type.
    labels : (n,)
        y.
    bias
        b.

    Notes
    -----
    Products of few neurons with a large sample spend most of their time copying it into the order
    in which they work. So the sample is held in blocks small enough to be used as they are, in both
    orders. Rows of zeros fill the last block and add nothing.
    """
    n, d = inputs.shape
    size = min(n, _BLOCK)
    known = labels.astype(inputs.dtype)
    if n % size:
        inputs, known = np.pad(inputs, ((0, -n % size), (0, 0))), np.pad(known, (0, -n % size))
    rows, known = inputs.reshape(-1, size, d), known.reshape(-1, 1, size)
    columns = np.ascontiguousarray(rows.transpose(0, 2, 1))

    def gradient(weights: np.ndarray) -> np.ndarray:
        z = np.matmul(weights.astype(inputs.dtype, copy=False), columns)
        z += inputs.dtype.type(bias)
        active = z > 0
        z -= known
        z *= active
        return np.asarray(np.matmul(z, rows).sum(axis=0) * inputs.dtype.type(2 / n))

    return gradient
