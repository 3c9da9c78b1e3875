"""Sparse parities: labels that are the sign of a product of a few coordinates."""

import numpy as np

from feature_learning.core.errors import UserError


def coordinate_sizes(d: int, k: int, alpha: float) -> np.ndarray:
    """Return the sizes of the inputs' coordinates, shape (d,).

    They are ``d^((alpha-1)/2)`` for the first k coordinates and ``d^(-1/2)`` for the others.

    Parameters
    ----------
    d, k
        How many coordinates there are, and how many the parity multiplies.
    alpha
        From 0 (isotropic) to 1.

    Raises
    ------
    UserError
        k is not between 1 and d, or alpha is not between 0 and 1.
    """
    if not 1 <= k <= d:
        raise UserError(f"a parity of k = {k} coordinates needs 1 <= k <= d, and d = {d}")
    if not 0 <= alpha <= 1:
        raise UserError(
            f"alpha = {alpha:g} must be between 0 (isotropic) and 1 (coordinates of the parity of "
            "size 1)"
        )
    sizes = np.full(d, d**-0.5)
    sizes[:k] = d ** ((alpha - 1) / 2)
    return sizes


def effective_dimension(sizes: np.ndarray, k: int) -> float:
    """Return ``sum_{i <= k} 1/x_i^2``, the cost of moving every coordinate of the parity by 1.

    It is the squared norm of the weights that do so.

    Parameters
    ----------
    sizes : (d,)
        From `coordinate_sizes`.
    k
        How many coordinates the parity multiplies.

    References
    ----------
    Derived here: weights ``w_i = 1/x_i`` on the first k coordinates add ``w_i x_i = 1`` each.

    Examples
    --------
    >>> every = [coordinate_sizes(64, 2, alpha) for alpha in (0.0, 0.5, 1.0)]
    >>> [round(effective_dimension(sizes, 2), 12) for sizes in every]
    [128.0, 16.0, 2.0]
    """
    return float((sizes[:k] ** -2.0).sum())


def parity(
    count: int, sizes: np.ndarray, k: int, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Return inputs with independent signs and the given sizes, and their parities.

    A parity is the sign of the product of the first k coordinates.

    Parameters
    ----------
    count
        How many.
    sizes : (d,)
        The coordinates' sizes.
    k
        How many coordinates the label multiplies.
    rng
        The stream; a longer draw begins with a shorter one.

    Returns
    -------
    inputs, labels : (count, d), (count,)
        In float32.
    """
    signs = rng.integers(0, 2, (count, len(sizes)), dtype=np.int64).astype(np.float32) * 2 - 1
    return signs * sizes.astype(np.float32), signs[:, :k].prod(axis=1)
