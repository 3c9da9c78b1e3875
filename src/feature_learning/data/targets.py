"""Multi-index targets: sums of products of Hermite polynomials of a few projections.

A `Link` is any function of one projection, whose expansion may have infinitely many terms; what is
learned of several directions is arithmetic on finitely many terms. So there are two classes of
targets; both are called with projections and have a ``square_norm``, and `HermiteTarget.along`
makes the second from the first.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.polynomial.hermite_e import hermevander

from feature_learning.core.errors import UserError
from feature_learning.data.links import Link

Degrees = tuple[int, ...]


@dataclass(frozen=True)
class HermiteTarget:
    """``f(z) = sum over terms of coefficient * prod_k H_{j_k}(z_k)``, with monic Hermite H_j.

    The r projections z are on orthonormal directions.

    Attributes
    ----------
    terms
        Coefficient by degrees ``(j_1, .., j_r)``; all of one length r.

    Raises
    ------
    UserError
        The terms differ in their number of projections.

    References
    ----------
    Dandi, Krzakala, Loureiro, Pesce and Stephan (2023), arXiv 2305.18270: targets of this form, and
    what is learned of them. Abbe, Boix-Adsera and Misiakiewicz (2023), "SGD learning on neural
    networks: leap complexity and saddle-to-saddle dynamics", COLT: the leap.

    Examples
    --------
    >>> target = HermiteTarget({(1, 0): 1.0, (2, 1): 1.0})
    >>> target(np.array([[2.0, 3.0]])).tolist(), target.square_norm, target.leap()
    ([11.0], 3.0, 1)
    """

    terms: Mapping[Degrees, float]

    def __post_init__(self) -> None:
        lengths = {len(degrees) for degrees in self.terms}
        if len(lengths) != 1:
            raise UserError(
                "a target's terms must all have the same number of projections, not "
                f"{sorted(lengths)}"
            )

    @classmethod
    def orthonormal(cls, terms: Mapping[Degrees, float]) -> HermiteTarget:
        """Return the target whose coefficients are those of ``H_j/sqrt(j!)``; a term then has its
        square as norm.

        Examples
        --------
        >>> round(HermiteTarget.orthonormal({(2, 1): 3.0}).square_norm, 12)
        9.0
        """
        scales = {degrees: math.sqrt(math.prod(map(math.factorial, degrees))) for degrees in terms}
        return cls({degrees: c / scales[degrees] for degrees, c in terms.items()})

    @classmethod
    def along(cls, links: Sequence[Link]) -> HermiteTarget:
        """Return the sum of links, each of a separate direction.

        Raises
        ------
        UserError
            The expansion of a link has infinitely many terms.

        Examples
        --------
        >>> HermiteTarget.along([Link.monic(0, 1, 0.5), Link.monic(0, 1)]).terms
        {(1, 0): 1.0, (2, 0): 0.5, (0, 1): 1.0}
        """
        terms: dict[Degrees, float] = {}
        for number, link in enumerate(links):
            for k in link.degrees:
                degrees = tuple(k if place == number else 0 for place in range(len(links)))
                terms[degrees] = terms.get(degrees, 0.0) + float(link.monic_coefficients(k)[k])
        return cls(terms or {(0,) * len(links): 0.0})

    def padded(self, index: int) -> HermiteTarget:
        """Return the same target of more directions, on which it does not depend.

        Raises
        ------
        UserError
            The target has more directions than that.
        """
        if self.index > index:
            raise UserError(
                f"the target depends on {self.index} directions, and at most {index} fit here"
            )
        return HermiteTarget(
            {(*degrees, *(0,) * (index - self.index)): c for degrees, c in self.terms.items()}
        )

    @property
    def index(self) -> int:
        """r, the number of projections."""
        return len(next(iter(self.terms)))

    def __call__(self, z: np.ndarray) -> np.ndarray:
        """Return the target at projections of shape (n, r)."""
        highest = [max(degrees) for degrees in zip(*self.terms, strict=True)]
        polynomials = [
            hermevander(z[:, k].astype(float), degree).T for k, degree in enumerate(highest)
        ]
        total = np.zeros(len(z))
        for degrees, coefficient in self.terms.items():
            total += math.prod(
                (polynomials[k][degree] for k, degree in enumerate(degrees) if degree),
                start=coefficient,
            )
        return total

    def square_norms(self) -> dict[Degrees, float]:
        """Return ``coefficient^2 prod_k j_k!`` of each term. Terms are orthogonal."""
        return {
            degrees: c**2 * math.prod(map(math.factorial, degrees))
            for degrees, c in self.terms.items()
        }

    @property
    def square_norm(self) -> float:
        """``E f^2``."""
        return sum(self.square_norms().values())

    def linear(self) -> np.ndarray:
        """Return the coefficients of ``H_1(z_k)``, shape (r,)."""
        units = np.eye(self.index, dtype=int)
        return np.array([float(self.terms.get(tuple(map(int, unit)), 0.0)) for unit in units])

    def kept(self, known: Collection[int], degree: int) -> list[Degrees]:
        """Return the terms whose total degree outside the known directions is at most `degree`.

        Parameters
        ----------
        known
            Indices of known projections.
        degree
            What is fitted outside of them.
        """
        return [degrees for degrees in self.terms if _outside(degrees, known) <= degree]

    def floor(self, known: Collection[int], degree: int) -> float:
        """Return ``||P_{U, >degree} f||^2``.

        This is what is left once U is known and `degree` is fitted outside it.

        Parameters
        ----------
        known, degree
            As in `kept`; U is spanned by the known directions.
        """
        fitted = set(self.kept(known, degree))
        return sum(norm for degrees, norm in self.square_norms().items() if degrees not in fitted)

    def leap(self) -> int:
        """Return the largest jump of degree on the way, learning one direction after another.

        At each stage, the terms of least positive degree outside the known directions make their
        own directions known.
        """
        known: set[int] = set()
        largest = 0
        while True:
            ahead = {degrees: _outside(degrees, known) for degrees in self.terms}
            steps = [step for step in ahead.values() if step > 0]
            if not steps:
                return largest
            largest = max(largest, min(steps))
            for degrees, step in ahead.items():
                if step == min(steps):
                    known |= {k for k, degree in enumerate(degrees) if degree}


def _outside(degrees: Degrees, known: Collection[int]) -> int:
    return sum(degree for k, degree in enumerate(degrees) if k not in known)


STAIRCASE = HermiteTarget({(1, 0): 1.0, (0, 1): 1.0, (2, 0): 1.0, (0, 2): -1.0})
"""``z_1 + z_2 + H_2(z_1) - H_2(z_2)``: one step learns the line between the two directions, the
next one both.
"""


def single_index(leap: int) -> HermiteTarget:
    """Return ``H_l/sqrt(l!)`` of one projection: a pure leap of l, of variance 1."""
    return HermiteTarget({(leap,): 1 / math.sqrt(math.factorial(leap))})


def pure_leap(leap: int) -> Callable[[np.ndarray], np.ndarray]:
    """Return ``H_l/sqrt(l!)``, elementwise, of projections of any one-dimensional shape (n,)."""
    target = single_index(leap)
    return lambda z: target(z[:, None])
