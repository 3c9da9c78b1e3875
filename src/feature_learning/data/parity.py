"""Inputs of signs with labels that depend on a few of them, such as sparse parities."""

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.data.monomials import Monomials


def coordinate_sizes(d: int, k: int, alpha: float) -> np.ndarray:
    """Return the sizes of the inputs' coordinates, shape (d,).

    They are ``d^((alpha-1)/2)`` for the first k coordinates and ``d^(-1/2)`` for the others.

    Parameters
    ----------
    d, k
        How many coordinates there are, and how many may matter.
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


def labelled_signs(
    count: int, sizes: np.ndarray, target: Monomials, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Return inputs with independent signs and the given sizes, and their labels.

    Parameters
    ----------
    count
        How many.
    sizes : (d,)
        The coordinates' sizes.
    target
        The label as a function of the signs.
    rng
        The stream; a longer draw begins with a shorter one.

    Returns
    -------
    inputs, labels : (count, d), (count,)
        In float32.
    """
    signs = rng.integers(0, 2, (count, len(sizes)), dtype=np.int64).astype(np.float32) * 2 - 1
    return signs * sizes.astype(np.float32), target(signs)
