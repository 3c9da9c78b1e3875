"""The squared loss of single ReLU neurons, many at once on the same sample."""

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


def gradient_noise(inputs: np.ndarray, labels: np.ndarray, bias: float) -> Gradient:
    """Return the sampling noise of `neuron_gradient` as a function of rows w, without the mean.

    Parameters
    ----------
    inputs : (n, d)
        The last one of an odd number is left out.
    labels : (n,)
        y.
    bias
        b.

    References
    ----------
    Derived here: it is half the difference ``(g_1 - g_2)/2`` of the gradients on two halves of the
    sample. They have the same mean, which cancels, and each has twice the covariance of the
    gradient on all n, so that half their difference has exactly that.
    """
    size = len(inputs) // 2
    first, second = (
        neuron_gradient(inputs[part], labels[part], bias)
        for part in (slice(size), slice(size, 2 * size))
    )
    return lambda weights: (first(weights) - second(weights)) / 2
