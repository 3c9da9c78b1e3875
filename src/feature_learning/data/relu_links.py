"""Links of single-index targets, expanded in closed form.

A link is a piecewise-linear function plus a Hermite polynomial.
"""

from __future__ import annotations

import math

import numpy as np

from feature_learning.core.errors import UserError, chosen
from feature_learning.data.links import Link

_ZIGZAG = ((-1.0, 0.0, 2.0, 3.0), (1.0, -2.0, 2.0, -1.0))


def zigzag(exponent: int) -> Link:
    """Return the zig-zag link, less its Hermite components below `exponent`.

    Before that it is 1 at 0, -1 at 2, and 0 outside [-1, 3].
    """
    whole = Link.relu(*_ZIGZAG)
    return Link.relu(*_ZIGZAG, tuple(-whole.coefficients(exponent - 1)))


def pure_hermite(exponent: int) -> Link:
    """Return ``h_exponent``."""
    return Link.relu(polynomial=(0.0,) * exponent + (1.0,))


_LINKS = {"zigzag": zigzag, "hermite": pure_hermite}


def link(name: str, exponent: float) -> Link:
    """Return a link by name: ``zigzag`` or ``hermite``.

    Parameters
    ----------
    name
        The family.
    exponent
        The information exponent, a whole number from 1 on.

    Raises
    ------
    UserError
        The name is unknown, or the exponent is not a whole number from 1 on.
    """
    family = chosen(_LINKS, name, "link")
    if exponent != int(exponent) or exponent < 1:
        raise UserError(f"s = {exponent:g}: the information exponent must be a whole number from 1 on")
    return family(int(exponent))


def information_exponent(coefficients: np.ndarray) -> int:
    """Return the lowest degree from 1 on whose coefficient is not zero.

    Parameters
    ----------
    coefficients : (degree + 1,)
        As `Link.coefficients` gives them.

    Raises
    ------
    UserError
        All are zero.
    """
    found = np.flatnonzero(coefficients[1:])
    if not found.size:
        raise UserError("the link is constant up to the degree given: it has no information exponent")
    return int(found[0]) + 1


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
