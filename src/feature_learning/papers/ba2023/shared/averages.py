"""Half points and minima of quantities."""

from dataclasses import replace

import pandas as pd

from feature_learning.papers.ba2023.shared.half_points import log_odds
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.terms import composed


def half_point(of: Quantity) -> Quantity:
    """Return the theta at which a rising fraction is 1/2; its logit is interpolated."""
    return of.predicted_by(None).transformed(log_odds).crossing("theta", 0.0, "linear")


def least(of: Quantity) -> Quantity:
    """Return the smallest of all points, without a prediction."""
    terms = (composed(of.terms, lambda *values: min(values)),)
    return replace(of, points=pd.DataFrame(index=range(1)), terms=terms, prediction=None)
