"""The worked example of five regimes: weights after one step, and what is left of the error."""

import numpy as np
import pandas as pd

from feature_learning.papers.dandi2023.experiments.regimes_error import REGIMES
from feature_learning.papers.dandi2023.quantities.columns import by_column
from feature_learning.papers.dandi2023.targets import KNOWN, TARGETS
from feature_learning.statistics import Tables, at_best
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import exact, of_runs, quantity

_TABLE = {
    ("w1", 0): "100",
    ("w1", 1): "100 + 210",
    ("w1-w2", 0): "100 + 020 + 210",
    ("w1-w2", 1): "100 + 020 + 210 + 421",
    ("w1-w2", 2): "100 + 020 + 210 + 421 + 022",
}
"""By known directions and degree: the terms underlined in the talk."""
_FEW = 10  # neurons
_ORDERS = {1: "regimes_trained", 2: "regimes_square"}


def terms_are_underlined(tables: Tables) -> Quantity:
    """1 if the terms that conjecture 3 fits are the terms of the talk, by known directions and
    degree.
    """
    rows = []
    for (known, degree), talk in _TABLE.items():
        fitted = tables.value("regimes", "fitted", target="regimes", known=known, degree=degree)
        rows.append((known, degree, set(fitted.split(" + ")) == set(talk.split(" + "))))
    names = ["known", "degree"]
    return exact(pd.DataFrame(rows, columns=[*names, "same"]), "same", names)


def weight(tables: Tables, order: int) -> Quantity:
    """Root mean square weights along w1, w2 and w3 over their part outside the three, after a step
    at n of order d or d^2, by direction and d.
    """
    columns = {f"r{direction}": direction for direction in (1, 2, 3)}
    return by_column(tables, _ORDERS[order], columns, "direction", ("d",))


def second_weight(tables: Tables) -> Quantity:
    """The same along w2 at n of order d^2 over its size before the step, by d."""
    after = quantity(tables, "regimes_square", "r2", ("d",))
    before = quantity(tables, "regimes_square", "start_2", ("d",))
    return after.over(before).predicted_by(after.prediction)


def second_of_whole(tables: Tables) -> Quantity:
    """The weight along w2 over the norm of all weights after a step at n of order d^2, by d."""
    runs = tables.runs("regimes_square")
    norm = np.sqrt(1 + runs["r1"] ** 2 + runs["r2"] ** 2 + runs["r3"] ** 2)
    return of_runs(runs.assign(part=runs["r2"] / norm), "part", ("d",), "regimes_square")


def error_of_regime(tables: Tables) -> Quantity:
    """Error with the refitted readout, by regime, p and ridge."""
    return quantity(tables, "regimes_error", "error", ("regime", "width", "ridge"))


def best_error_of_regime(tables: Tables) -> Quantity:
    """The same at the best ridge, by regime and p, for p up to 5d."""
    by = ("regime", "width")
    rows, most = tables.runs("regimes_error"), 5 * tables.value("regimes_error", "d")
    rows = at_best(rows[rows["width"] <= most], "error", "ridge", by)
    return of_runs(rows, "error", by, "regimes_error")


def left_in_regime(tables: Tables, degree: int) -> Quantity:
    """Norm of the terms that are left when the known directions and, outside them, the terms up to
    a degree are fitted, by regime.
    """
    target = TARGETS["stand-in"]
    left = [(regime, target.floor(KNOWN[known], degree)) for regime, known in REGIMES.items()]
    return exact(pd.DataFrame(left, columns=["regime", "left"]), "left", ["regime"])


def few_bound(tables: Tables) -> Quantity:
    """Least error of ten neurons at finite d, by regime.

    Outside the known directions, ten features span ten random directions of the d - k others, so
    they fit the fraction ``10/(d - k)`` of the terms of degree 1 there, on average over rotations.
    """
    target, d = TARGETS["stand-in"], tables.value("regimes_error", "d")
    rows = []
    for regime, known in REGIMES.items():
        floor, linear = (target.floor(KNOWN[known], degree) for degree in (0, 1))
        fraction = _FEW / (d - len(KNOWN[known]))
        rows.append((regime, floor - fraction * (floor - linear)))
    return exact(pd.DataFrame(rows, columns=["regime", "bound"]), "bound", ["regime"])


def cosine_in_example(tables: Tables) -> Quantity:
    """Root mean square cosine with each direction after a step at n of order d^2 on the worked
    example without its linear part (``removed``) or with one over sqrt d (``scaled``), by linear
    part, direction and d.
    """
    columns = {f"w{direction}": direction for direction in (1, 2, 3)}
    return by_column(tables, "worked_example", columns, "direction", ("linear", "d"))


def fitted_fraction(tables: Tables, experiment: str = "planted") -> Quantity:
    """Coefficient of the fitted function on a term over the target's, by known directions, power of
    d in the number of neurons, d and term.
    """
    return quantity(tables, experiment, "fitted", ("known", "power", "d", "term"))
