"""Half points, local exponents and minima of quantities."""

import math
from dataclasses import replace
from itertools import pairwise

import pandas as pd

from feature_learning.papers.ba2023.shared.half_points import log_odds
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import joined
from feature_learning.statistics.terms import composed


def half_point(of: Quantity) -> Quantity:
    """Return the theta at which a rising fraction is 1/2; its logit is interpolated."""
    return of.predicted_by(None).transformed(log_odds).crossing("theta", 0.0, "linear")


def local_exponents(of: Quantity) -> Quantity:
    """Return exponents between neighbouring d, by degree and their geometric mean, without a
    prediction.
    """
    parts, at = [], []
    for degree, sizes in of.points.groupby("degree")["d"]:
        for pair in pairwise(sorted(sizes)):
            parts.append(of.predicted_by(None).at(degree=degree, d=list(pair)).exponent("d"))
            at.append((degree, math.sqrt(pair[0] * pair[1])))
    return joined(parts, degree=[degree for degree, _ in at], d=[d for _, d in at])


def least(of: Quantity) -> Quantity:
    """Return the smallest of all points, without a prediction."""
    terms = (composed(of.terms, lambda *values: min(values)),)
    return replace(of, points=pd.DataFrame(index=range(1)), terms=terms, prediction=None)
