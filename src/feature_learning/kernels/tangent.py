"""The tangent kernel of an infinitely wide two-layer ReLU network.

Both layers are trained; neurons may have biases.
"""

import numpy as np

_ENTRIES = 32_768  # of the kernel at a time: what fits into the processor's cache


def relu_tangent(first: np.ndarray, second: np.ndarray, *, bias: bool = True) -> np.ndarray:
    """Return the tangent kernel between two samples.

    Parameters
    ----------
    first : (n, d)
        The kernel has the type of the two samples.
    second : (m, d)
        The other sample.
    bias
        Whether neurons have biases. Every input then has one more coordinate, of the size of a
        typical ``x/sqrt d``.

    Returns
    -------
    kernel : (n, m)
        With ``G = <x, y>/d + 1``, ``N^2 = (|x|^2/d + 1) (|y|^2/d + 1)`` and ``cos theta = G/N``,
        ``k = N (sin theta + (pi - theta) cos theta)/(2 pi) + G (pi - theta)/(2 pi)``. Without
        biases the ones are left out.

    References
    ----------
    Jacot, Gabriel and Hongler (2018), "Neural tangent kernel", NeurIPS: the kernel. Cho and Saul
    (2009), "Kernel methods for deep learning", NeurIPS: its two terms, the arc-cosine kernels of
    degree one (second layer) and zero (first layer). Bietti and Mairal (2019), "On the inductive
    bias of neural tangent kernels", NeurIPS: on a sphere the kernel without biases has no odd
    component of degree three or more. An odd target beyond its linear part then stays out of reach,
    whatever the sample.

    Examples
    --------
    >>> x, y = np.array([[1.0, 0.0], [1.0, 1.0]]), np.array([[0.0, 1.0], [2.0, -1.0]])
    >>> relu_tangent(x, y).round(6).tolist()
    [[0.91022, 1.85343], [1.387832, 1.384683]]
    """
    d, one = first.shape[1], float(bias)
    sizes = [np.sqrt((rows * rows).sum(axis=1) / d + one) for rows in (first, second)]
    kernel = np.empty((len(first), len(second)), first.dtype)
    rows = max(1, _ENTRIES // len(second))
    for start in range(0, len(first), rows):
        part = slice(start, start + rows)
        inner = first[part] @ second.T
        inner /= d
        inner += one
        norms = sizes[0][part, None] * sizes[1]
        cosine = np.clip(inner / norms, -1, 1)
        rest = np.pi - np.arccos(cosine)
        # N cos(theta) is G.
        kernel[part] = (norms * np.sqrt(1 - cosine * cosine) + 2 * rest * inner) / (2 * np.pi)
    return kernel
