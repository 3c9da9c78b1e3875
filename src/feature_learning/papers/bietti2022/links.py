"""Links by name and information exponent."""

from typing import Annotated

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.core.values import Function
from feature_learning.data import relu_links
from feature_learning.data.links import Link
from feature_learning.networks import named

_LINK = Function("link", ("zigzag", "zigzag-half", "zigzag-odd", "hermite"))
LinkFamily = Annotated[str, _LINK]
"""A link for every information exponent."""


def link(name: str, exponent: int) -> Link:
    """Return a link: a member of a family of this paper, or a Hermite polynomial minus its
    components below the exponent.

    Parameters
    ----------
    name
        Of a family, or of a polynomial.
    exponent
        s, the information exponent.

    Raises
    ------
    UserError
        The name is unknown, the link is not a polynomial, or it has no component of degree s.
    """
    if name in _LINK.names:
        return relu_links.link(name, exponent)
    whole = named.link(name)
    if whole.degree is None:
        raise UserError(
            f"link {name}: the loss is in closed form for {', '.join(_LINK.names)} and for Hermite "
            "polynomials, such as he2-he3 or {hermite: [0, 1, 0.5]}"
        )
    kept = np.where(np.arange(whole.degree + 1) < exponent, 0.0, whole.coefficients(whole.degree))
    if exponent > whole.degree or not kept[exponent]:
        raise UserError(
            f"link {name}: has no component of degree s = {exponent}, its information exponent here"
        )
    return Link.relu(polynomial=tuple(kept.tolist()))
