"""Sparse Boolean targets: signs of polynomials in a few coordinates, which are +1 or -1.

They are written as a mapping, ``{monomials: [[1, 2], [3]], coefficients: [1, 0.5]}`` for the sign
of ``z_1 z_2 + z_3/2``, and kept as a text without spaces, ``monomials_1-2_3__1_0.5``, so they
can stand in tables, file names and jobs like any other value.
"""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any, TypeGuard

import numpy as np

from feature_learning.core.errors import UserError, did_you_mean

_KEYS = ("monomials", "coefficients")
_PLACES, _NUMBER = r"\d+(?:-\d+)*", r"-?\d+(?:\.\d+)?(?:e-?\d+)?"
MONOMIALS_TEXT = rf"monomials_{_PLACES}(?:_{_PLACES})*__{_NUMBER}(?:_{_NUMBER})*"
"""The pattern of a Boolean target as a text."""
_MOST = 16
_ZERO = 1e-9
_WHY = "a label is its sign, so change a coefficient"


@dataclass(frozen=True)
class Monomials:
    """The sign of a sum of products of coordinates.

    Attributes
    ----------
    places
        The coordinates that each product has, counted from 1.
    coefficients
        One of each product.

    Examples
    --------
    >>> Monomials(((1, 2), (3,)), (1.0, 0.5))(np.array([[1, -1, 1], [-1, -1, -1]])).tolist()
    [-1.0, 1.0]
    """

    places: tuple[tuple[int, ...], ...]
    coefficients: tuple[float, ...]

    @property
    def last(self) -> int:
        """The last coordinate that matters."""
        return max(map(max, self.places))

    def total(self, signs: np.ndarray) -> np.ndarray:
        """Return the sum whose sign the target is, (n,), at signs (n, d)."""
        parts = [
            coefficient * signs[:, np.array(places) - 1].prod(axis=1)
            for places, coefficient in zip(self.places, self.coefficients, strict=True)
        ]
        return np.asarray(sum(parts[1:], start=parts[0]))

    def __call__(self, signs: np.ndarray) -> np.ndarray:
        """Return the target, (n,), at signs (n, d), in their precision."""
        return np.asarray(np.sign(self.total(signs)))


def parity_of(k: int) -> Monomials:
    """Return the product of the first k coordinates."""
    return Monomials((tuple(range(1, k + 1)),), (1.0,))


def monomials_text(raw: Mapping[str, Any]) -> str:
    """Return a Boolean target as a text; coefficients that are not given are 1.

    Raises
    ------
    UserError
        A key is unknown, or there is not one number for each list of coordinates.

    Examples
    --------
    >>> monomials_text({"monomials": [[1, 2], [3]], "coefficients": [1, 0.5]})
    'monomials_1-2_3__1_0.5'
    """
    for key in raw:
        if key not in _KEYS:
            raise UserError(f"unknown key {key!r}.{did_you_mean(key, _KEYS)}")
    rows = raw.get("monomials")
    if not _is_list(rows) or not all(_is_list(row) and all(map(_is_place, row)) for row in rows):
        raise UserError(
            "monomials must be lists of coordinates, counted from 1, such as [[1, 2], [3]] (found "
            f"{rows!r})"
        )
    numbers = raw.get("coefficients", [1] * len(rows))
    if not (_is_list(numbers) and len(numbers) == len(rows) and all(map(_is_number, numbers))):
        raise UserError(
            f"coefficients must be one number for each of the {len(rows)} monomials (found "
            f"{numbers!r})"
        )
    return "__".join(
        [
            "monomials_" + "_".join("-".join(map(str, row)) for row in rows),
            "_".join(repr(float(c)).removesuffix(".0").replace("e+", "e") for c in numbers),
        ]
    )


def _is_list(value: Any) -> TypeGuard[Sequence[Any]]:
    return isinstance(value, list | tuple) and len(value) > 0


def _is_place(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def _is_number(value: Any) -> bool:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and math.isfinite(value)


@lru_cache(maxsize=256)
def monomials(text: str) -> Monomials:
    """Return the Boolean target that a text describes.

    Raises
    ------
    UserError
        The text has not that form, a coordinate stands twice in a product, more than 16 coordinates
        matter, or the sum is 0 somewhere.
    """
    if not re.fullmatch(MONOMIALS_TEXT, text):
        raise UserError(
            f"unknown Boolean target {text!r}. Monomials with coefficients are another way: "
            "{monomials: [[1, 2], [3]], coefficients: [1, 0.5]}"
        )
    written, numbers = text.removeprefix("monomials_").split("__")
    places = tuple(tuple(map(int, part.split("-"))) for part in written.split("_"))
    found = Monomials(places, tuple(map(float, numbers.split("_"))))
    _check(found, text)
    return found


def _check(target: Monomials, text: str) -> None:
    mattering = sorted({place for row in target.places for place in row})
    if len(target.places) != len(target.coefficients) or mattering[0] < 1:
        raise UserError(
            f"{text}: needs one coefficient for each product of coordinates, "
            "whose indices begin at 1"
        )
    for row in target.places:
        if len({*row}) < len(row):
            raise UserError(
                f"{text}: a product has a coordinate twice, and z_i^2 = 1: leave it out"
            )
    if len(mattering) > _MOST:
        raise UserError(
            f"{text}: {len(mattering)} coordinates matter, and a sparse target has at most {_MOST}"
        )
    signs = np.ones((2 ** len(mattering), target.last))
    signs[:, np.array(mattering) - 1] = list(product((1.0, -1.0), repeat=len(mattering)))
    undecided = np.abs(target.total(signs)) < _ZERO * np.abs(target.coefficients).sum()
    if undecided.any():
        raise UserError(f"{text}: the sum is 0 at {_shown(signs[undecided][0], mattering)}: {_WHY}")


def _shown(signs: np.ndarray, mattering: Sequence[int]) -> str:
    return ", ".join(f"z_{place} = {signs[place - 1]:+.0f}" for place in mattering)
