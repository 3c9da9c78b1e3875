"""Quantities that are functions of averages: logarithms, half points and minima."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from feature_learning.papers.ba2023.shared.half_points import log_odds
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.terms import composed


def of_average(of: Quantity, function: Callable[[float], Any]) -> Quantity:
    """Return a function of each point's average, without a prediction."""
    terms = tuple(composed([term], function) for term in of.terms)
    return replace(of, terms=terms, prediction=None)


def logarithm(of: Quantity) -> Quantity:
    """Return the logarithm of each point's average, and of its prediction."""
    return of_average(of, np.log).predicted_by(of.prediction and logarithm(of.prediction))


def half_point(of: Quantity) -> Quantity:
    """Return the theta at which a rising fraction is 1/2; its logit is interpolated."""
    return of_average(of, log_odds).crossing("theta", 0.0, "linear")


def least(of: Quantity) -> Quantity:
    """Return the smallest of all points, without a prediction."""
    terms = (composed(of.terms, lambda *values: min(values)),)
    return replace(of, points=pd.DataFrame(index=range(1)), terms=terms, prediction=None)
