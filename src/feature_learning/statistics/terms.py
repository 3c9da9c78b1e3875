"""Numbers that are formulas of averages over seeds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.statistics.intervals import jackknife

CENTRES: Mapping[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    "mean": (np.asarray, np.asarray),
    "exact": (np.asarray, np.asarray),
    "geometric mean": (np.log, np.exp),
    "root mean square": (np.square, np.sqrt),
}
"""Averages of the form ``g^(-1)(mean of g(x))``: the function g and its inverse."""


@dataclass(frozen=True)
class Term:
    """A number as a formula of the averages of some columns.

    Attributes
    ----------
    columns
        The columns of a table with one row per seed.
    formula
        Takes their averages; without one the number is the average of a single column.
    """

    columns: tuple[int, ...]
    formula: Callable[[np.ndarray], float] | None = None

    def __call__(self, averages: np.ndarray) -> float:
        """Return the number.

        Parameters
        ----------
        averages : (columns,)
            Of this term's columns.
        """
        return float(averages[0] if self.formula is None else self.formula(averages))

    def moved(self, by: int) -> Term:
        """Return the same formula of columns further to the right."""
        return Term(tuple(column + by for column in self.columns), self.formula)


def averages(count: int) -> tuple[Term, ...]:
    """Return one term for each of the given number of columns."""
    return tuple(Term((column,)) for column in range(count))


def composed(terms: Sequence[Term], operation: Callable[..., Any]) -> Term:
    """Return a formula of several terms as one term.

    Parameters
    ----------
    terms
        Of one table.
    operation
        Takes one number for each of them.

    Examples
    --------
    >>> composed([Term((0,)), Term((2,))], lambda a, b: a - b)(np.array([5.0, 2.0]))
    3.0
    """
    splits = np.cumsum([len(term.columns) for term in terms])[:-1]

    def formula(averages: np.ndarray) -> float:
        parts = zip(terms, np.split(averages, splits), strict=True)
        return float(operation(*(term(part) for term, part in parts)))

    return Term(tuple(column for term in terms for column in term.columns), formula)


def jackknifed(
    values: np.ndarray, term: Term, estimator: str, spans: np.ndarray | None = None
) -> tuple[float, list[np.ndarray]]:
    """Return a term's estimate, and for each experiment its estimates without one of its seeds,
    shape (seeds,).

    Parameters
    ----------
    values : (seeds, columns)
        The table.
    term
        The formula; it is evaluated once for each seed.
    estimator
        One of `CENTRES`.
    spans : (columns, 2), optional
        The rows of each column, where columns are of different experiments.

    Raises
    ------
    UserError
        It is another one.
    """
    if estimator not in CENTRES:
        raise UserError(f"no formula can be fitted to the {estimator} over seeds")
    (function, back), used = CENTRES[estimator], list(term.columns)
    if spans is None:
        estimate, without = jackknife(function(values[:, used]), lambda x: term(back(x)))
        return estimate, [without]
    own = spans[used]
    parts = [function(values[low:high, c]) for c, (low, high) in zip(used, own, strict=True)]
    centres, found = np.array([part.mean() for part in parts]), []
    estimate = term(back(centres))
    for span in np.unique(own, axis=0):
        (mine,) = np.nonzero((own == span).all(axis=1))

        def fit(averages: np.ndarray, mine: np.ndarray = mine) -> float:
            every = centres.copy()
            every[mine] = averages
            return term(back(every))

        found.append(jackknife(np.column_stack([parts[k] for k in mine]), fit)[1])
    return estimate, found
