"""Links of single-index targets, expanded in closed form.

A link is a piecewise-linear function plus a Hermite polynomial.
"""

import math
from collections.abc import Callable

from feature_learning.core.errors import UserError, lookup
from feature_learning.data.links import Link

_WEIGHTS = (1.0, -2.0, 2.0, -1.0)


def zigzag(exponent: int, shift: float = 1.0) -> Link:
    """Return the zig-zag link, minus its Hermite components below `exponent`.

    Before that it is 1 at ``shift - 1``, -1 at ``shift + 1``, and 0 outside [shift - 2, shift + 2].
    It is odd about the shift, so without one half of its coefficients vanish.

    Parameters
    ----------
    exponent
        The information exponent, at least 1.
    shift
        1 in the authors' code, and 0 in its first version; with 1/2 the coefficients of degree 1, 2
        and 3 are alike in size.

    References
    ----------
    Bietti et al. (2022), NeurIPS: shifts 1 and 0 in the authors' public code (abietti/sim);
    1/2 is ours.

    Examples
    --------
    >>> zigzag(1, 0.5).coefficients(4)[1:].round(4).tolist()
    [-0.3223, -0.2355, 0.2052, 0.1882]
    """
    kinks = (shift - 2, shift - 1, shift + 1, shift + 2)
    whole = Link.relu(kinks, _WEIGHTS)
    return Link.relu(kinks, _WEIGHTS, tuple(-whole.coefficients(exponent - 1)))


def pure_hermite(exponent: int) -> Link:
    """Return ``h_exponent``."""
    return Link.relu(polynomial=(0.0,) * exponent + (1.0,))


_LINKS: dict[str, Callable[[int], Link]] = {
    "zigzag": zigzag,
    "zigzag-half": lambda exponent: zigzag(exponent, 0.5),
    "zigzag-odd": lambda exponent: zigzag(exponent, 0.0),
    "hermite": pure_hermite,
}


def link(name: str, exponent: float) -> Link:
    """Return a link by name: ``zigzag``, ``zigzag-half``, ``zigzag-odd`` or ``hermite``.

    Parameters
    ----------
    name
        The family.
    exponent
        The information exponent, a whole number of at least 1.

    Raises
    ------
    UserError
        The name is unknown, or the exponent is not a whole number of at least 1.
    """
    family = lookup(_LINKS, name, "link")
    if exponent != int(exponent) or exponent < 1:
        raise UserError(
            f"s = {exponent:g}: the information exponent must be a whole number of at least 1"
        )
    return family(int(exponent))


def needed_samples(exponent: int, d: int) -> float:
    """Return ``max(d^s, d^((s+3)/2))``, what tied networks need up to constants and logarithms.

    Parameters
    ----------
    exponent
        s, the information exponent.
    d
        Dimension.

    References
    ----------
    Bietti et al. (2022), NeurIPS: the theorem that projected gradient flow recovers the direction.
    """
    return math.pow(d, max(exponent, (exponent + 3) / 2))
