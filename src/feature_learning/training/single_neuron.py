"""The squared loss of single ReLU neurons, many at once on the same sample."""

from collections.abc import Callable

import numpy as np

from feature_learning.core.compiled import vectorised

Gradient = Callable[[np.ndarray], np.ndarray]
_BLOCK = 512
_FEW = 8  # neurons for which one compiled pass over the sample is faster than products


def neuron_gradient(inputs: np.ndarray, labels: np.ndarray, bias: float | np.ndarray) -> Gradient:
    """Return the gradient of ``(1/n) sum (relu(<w, x> + b) - y)^2`` as a function of rows w.

    Parameters
    ----------
    inputs : (n, d)
        All products have their type.
    labels : (n,)
        y.
    bias
        b, one for all rows or, of shape (rows,), one for each.

    Notes
    -----
    A few neurons take one compiled pass over the sample, backward only where they are active. For
    more, products are faster; most of their time goes to copying the sample into the order in which
    they work. So it is held in blocks small enough to be used as they are, in both orders. Rows of
    zeros fill the last block and add nothing.
    """
    kind, n = inputs.dtype, len(inputs)
    whole, known = np.ascontiguousarray(inputs), labels.astype(kind)
    products: list[Gradient] = []

    def gradient(weights: np.ndarray) -> np.ndarray:
        weights = np.ascontiguousarray(weights, dtype=kind)
        shifts = np.broadcast_to(np.asarray(bias, dtype=kind), len(weights))
        if len(weights) <= _FEW:
            total = np.zeros_like(weights)
            _sum_gradients(whole, known, shifts, weights, total)
            return np.asarray(total * kind.type(2 / n))
        if not products:
            products.append(_products(whole, known, bias))
        return products[0](weights)

    return gradient


@vectorised
def _sum_gradients(
    inputs: np.ndarray,
    labels: np.ndarray,
    biases: np.ndarray,
    weights: np.ndarray,
    total: np.ndarray,
) -> None:
    """Add ``sum (relu(<w, x> + b) - y) 1(<w, x> + b > 0) x`` to each row."""
    n, d = inputs.shape
    for i in range(n):
        x = inputs[i]
        for row in range(len(weights)):
            w, z = weights[row], biases[row]
            for k in range(d):
                z += x[k] * w[k]
            if z > 0:
                z -= labels[i]
                own = total[row]
                for k in range(d):
                    own[k] += z * x[k]


def _products(inputs: np.ndarray, labels: np.ndarray, bias: float | np.ndarray) -> Gradient:
    """Return the gradient by matrix products on blocks of the sample."""
    n, d = inputs.shape
    size, shift = min(n, _BLOCK), np.asarray(bias, dtype=inputs.dtype)[..., None]
    if n % size:
        inputs, labels = np.pad(inputs, ((0, -n % size), (0, 0))), np.pad(labels, (0, -n % size))
    rows, known = inputs.reshape(-1, size, d), labels.reshape(-1, 1, size)
    columns = np.ascontiguousarray(rows.transpose(0, 2, 1))

    def gradient(weights: np.ndarray) -> np.ndarray:
        z = np.matmul(weights, columns)
        z += shift
        active = z > 0
        z -= known
        z *= active
        return np.asarray(np.matmul(z, rows).sum(axis=0) * inputs.dtype.type(2 / n))

    return gradient


def correlation_gradient(inputs: np.ndarray, labels: np.ndarray, bias: float) -> Gradient:
    """Return the gradient of ``-(2/n) sum y relu(<w, x> + b)``, the squared loss without the mean
    square of the output.

    Parameters
    ----------
    inputs, labels, bias
        As in `neuron_gradient`.
    """
    scaled = labels.astype(inputs.dtype) * inputs.dtype.type(-2 / len(inputs))

    def gradient(weights: np.ndarray) -> np.ndarray:
        active = inputs @ weights.astype(inputs.dtype, copy=False).T > -bias
        return np.asarray((active * scaled[:, None]).T @ inputs)

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
    gradient on all n, so half their difference has exactly that.
    """
    size = len(inputs) // 2
    first, second = (
        neuron_gradient(inputs[part], labels[part], bias)
        for part in (slice(size), slice(size, 2 * size))
    )
    return lambda weights: (first(weights) - second(weights)) / 2
