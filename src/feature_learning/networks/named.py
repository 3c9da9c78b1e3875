"""Activations and links as values of a setting: by name, or by Hermite coefficients.

Hermite coefficients are written as a mapping, ``{hermite: [0, 1, 0.5], normalisation:
orthonormal}``, and kept as a text without spaces, ``orthonormal_0_1_0.5``, so they can stand
in tables, file names and jobs like any other value. Several lists make a sum over directions, one
link each.
"""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.polynomial.hermite_e import herme2poly, hermeder

from feature_learning.core.errors import UserError, did_you_mean
from feature_learning.data.links import Link
from feature_learning.networks import own
from feature_learning.networks.activations import ACTIVATIONS, Activation, threshold_relu

NORMALISATIONS = ("monic", "orthonormal")
_KEYS = ("hermite", "normalisation")
_NUMBER = r"-?\d+(?:\.\d+)?(?:e-?\d+)?"
_ROW = rf"{_NUMBER}(?:_{_NUMBER})*"
HERMITE_TEXT = rf"(?:{'|'.join(NORMALISATIONS)})_{_ROW}(?:__{_ROW})*"
"""The pattern of Hermite coefficients as a text."""
_THRESHOLD = r"relu-(\d+(?:\.\d+)?)"
_DEGREES = r"he[1-9]\d?(?:-he[1-9]\d?)*"
_MIXED = {"mix": "he1-he2-he3"}


def hermite_text(raw: Mapping[str, Any]) -> str:
    """Return Hermite coefficients as a text.

    Raises
    ------
    UserError
        A key is unknown, a coefficient is not a number, or the normalisation is none of the two.

    Examples
    --------
    >>> hermite_text({"hermite": [0, 1, 0.5], "normalisation": "orthonormal"})
    'orthonormal_0_1_0.5'
    >>> hermite_text({"hermite": [[0, 1], [0, 0, -1.5]]})
    'monic_0_1__0_0_-1.5'
    """
    for key in raw:
        if key not in _KEYS:
            raise UserError(f"unknown key {key!r}.{did_you_mean(key, _KEYS)}")
    normalisation, given = raw.get("normalisation", "monic"), raw.get("hermite")
    if normalisation not in NORMALISATIONS:
        raise UserError(
            f"normalisation must be {' or '.join(NORMALISATIONS)} (found {normalisation!r})"
        )
    rows = (
        given
        if isinstance(given, list | tuple)
        and given
        and all(isinstance(row, list | tuple) for row in given)
        else [given]
    )
    return f"{normalisation}_" + "__".join(_written(row) for row in rows)


def _written(row: Any) -> str:
    if not isinstance(row, list | tuple) or not row:
        raise UserError(
            "hermite must be a list of coefficients, from degree 0, such as [0, 1, 0.5] (found "
            f"{row!r})"
        )
    for value in row:
        if (
            isinstance(value, bool)
            or not isinstance(value, int | float)
            or not math.isfinite(value)
        ):
            raise UserError(f"hermite: every coefficient must be a finite number (found {value!r})")
    return "_".join(repr(float(value)).removesuffix(".0").replace("e+", "e") for value in row)


def _rows(text: str) -> list[tuple[float, ...]] | None:
    """The coefficients that a text holds; None if it is a name."""
    if not re.fullmatch(HERMITE_TEXT, text):
        return None
    return [tuple(map(float, row.split("_"))) for row in text.split("_", 1)[1].split("__")]


def _polynomials(text: str) -> list[Link] | None:
    rows = _rows(text)
    if rows is None:
        return None
    make = Link.orthonormal if text.startswith("orthonormal") else Link.monic
    return [make(*row) for row in rows]


def degree(name: str) -> int:
    """Return the degree of a function that is written by Hermite polynomials, 0 for any other.

    Parameters
    ----------
    name
        As for `activation` and `link`.

    Examples
    --------
    >>> degree("monic_0_1_0.5"), degree("he2-he3"), degree("tanh")
    (2, 3, 0)
    """
    if rows := _rows(name):
        return max(map(len, rows)) - 1
    listed = _MIXED.get(name, name)
    return max(map(int, re.findall(r"\d+", listed))) if re.fullmatch(_DEGREES, listed) else 0


@lru_cache(maxsize=256)
def activation(name: str) -> Activation:
    """Return an activation.

    Parameters
    ----------
    name
        A name of `ACTIVATIONS`, ``relu-b`` for ``max(x - b, 0)``, or Hermite coefficients as a
        text.

    Raises
    ------
    UserError
        The name is unknown, or the coefficients are those of several directions.

    Examples
    --------
    >>> activation("relu-0.5").name, activation("monic_0_1_0.5").hermite[:3].round(12).tolist()
    ('relu-0.5', [0.0, 1.0, 0.5])
    """
    found = _polynomials(name)
    if found is not None:
        return _polynomial_activation(
            name, _one(name, found).monic_coefficients(len(found[0].polynomial) - 1)
        )
    written = own.known(name)
    if written is not None:
        return written
    shifted = re.fullmatch(_THRESHOLD, name)
    if shifted:
        return threshold_relu(float(shifted[1]))
    return _chosen(ACTIVATIONS, name, "activation", ("relu-0.5",))


@lru_cache(maxsize=256)
def link(name: str) -> Link:
    """Return a link without label noise.

    Parameters
    ----------
    name
        ``he1``, ``he2``, .. for ``H_k/sqrt(k!)``; several joined, such as ``he2-he3``, for equal
        weights on these degrees with variance 1 in total, and ``mix`` for degrees 1, 2 and 3; the
        name of an activation; or Hermite coefficients as a text.

    Raises
    ------
    UserError
        The name is unknown, or the coefficients are those of several directions.

    Examples
    --------
    >>> link("he2").square_norm, link("orthonormal_0_1_0.5").square_norm
    (1.0, 1.25)
    >>> round(link("tanh").linear, 4)
    0.6057
    """
    found = _polynomials(name)
    if found is not None:
        return _one(name, found)
    listed = _MIXED.get(name, name)
    if re.fullmatch(_DEGREES, listed):
        degrees = {int(part.removeprefix("he")) for part in listed.split("-")}
        weights = np.array([float(k in degrees) for k in range(max(degrees) + 1)])
        weights /= math.sqrt((weights**2).sum())
        return Link.monic(
            *(float(weight) / math.sqrt(math.factorial(k)) for k, weight in enumerate(weights))
        )
    written = own.known(name)
    if written is not None:
        return Link.of(written, written.kinks)
    shape = _chosen({**ACTIVATIONS, **_MIXED}, name, "link", ("he1", "he2", "he3", "he2-he3"))
    return Link.of(shape, shape.kinks)


def links(name: str) -> list[Link] | None:
    """Return the links of a sum over directions, given as a text; None if the text is a name."""
    return _polynomials(name)


def _one(name: str, found: Sequence[Link]) -> Link:
    if len(found) > 1:
        raise UserError(
            f"{name} is a sum over {len(found)} directions, where a function of one projection is "
            "needed"
        )
    return found[0]


def _chosen(table: Mapping[str, Any], name: str, what: str, patterns: Iterable[str]) -> Any:
    if name not in table:
        near = did_you_mean(name, {*table, *patterns})
        raise UserError(
            f"unknown {what} {name!r}.{near} Hermite coefficients are another way: "
            f"{{hermite: [0, 1, 0.5]}}"
        )
    return table[name]


def _polynomial_activation(name: str, monic: np.ndarray) -> Activation:
    powers, slopes = herme2poly(monic).tolist(), herme2poly(hermeder(monic)).tolist()

    def horner(coefficients: Sequence[float], x: Any) -> Any:
        value = 0.0 * x + coefficients[-1]
        for coefficient in coefficients[-2::-1]:
            value = value * x + coefficient
        return value

    return Activation(name, lambda x, m: horner(powers, x), lambda x, m: horner(slopes, x))
