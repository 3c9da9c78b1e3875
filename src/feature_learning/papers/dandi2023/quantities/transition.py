"""The phase transition of one step in the number of samples, by leap."""

from typing import Literal

import pandas as pd

from feature_learning.statistics import Tables
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import joined, of_runs, predictions

_THRESHOLD = 0.25  # of the squared cosine


def controlled(tables: Tables) -> pd.DataFrame:
    """Return the runs with ``controlled``: the squared cosine minus its prediction for the neurons'
    own overlaps, plus the prediction for random neurons at this d.
    """
    law = tables.theory("transition")[["leap", "factor", "ratio", "finite"]]
    runs = tables.runs("transition").merge(law, on=["leap", "factor", "ratio"])
    return runs.assign(controlled=runs["alignment"] - runs["predicted"] + runs["finite"])


def squared_cosine(tables: Tables, against: Literal["ratio", "n"] = "ratio") -> Quantity:
    """Squared cosine of the first gradient with the target's direction, controlled for the start,
    by leap l, d and n/d^l or n.
    """
    found = of_runs(controlled(tables), "controlled", ("leap", "d", against), "transition")
    if against == "n":
        return found
    return found.predicted_by(predictions(tables, "transition", "finite", ("leap", "d", "ratio")))


def squared_cosine_of_two_largest(tables: Tables) -> Quantity:
    """The same at the two largest d of each leap, by leap, d and n/d^l."""
    found, parts = squared_cosine(tables), []
    for leap in tables.values("transition", "leap"):
        largest = tables.values("transition", "d", leap=leap)[-2:]
        parts.append(found.at(leap=[leap], d=largest))
    return joined(parts).predicted_by(found.prediction)


def threshold(tables: Tables) -> Quantity:
    """The n at which the squared cosine reaches a quarter, by leap and d."""
    return squared_cosine(tables, "n").crossing("n", _THRESHOLD, "linear")


def smallest_minus_largest(tables: Tables) -> Quantity:
    """Squared cosine at the smallest d minus that at the largest d, by leap and n/d^l."""
    found, parts = squared_cosine(tables), []
    for leap in tables.values("transition", "leap"):
        own = found.at(leap=[leap])
        parts.append(own.at(d="smallest").minus(own.at(d="largest")))
    return joined(parts)
