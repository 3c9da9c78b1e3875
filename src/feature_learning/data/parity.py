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
