"""The first gradient: its norm, its alignment, and its series in the overlap."""

from dataclasses import replace

import numpy as np
import pandas as pd

from feature_learning.papers.ba2022.series import cubic
from feature_learning.statistics import Tables
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import exact, of_runs, predictions, quantity
from feature_learning.statistics.terms import Term

_NOISE_LIMIT = 0.505**0.5  # half of the inputs activate a neuron, and labels have the square 1.01
_ORDERS = {"he1": 1, "he2": 2, "he2-he3": 2, "he3": 3}


def gradient(tables: Tables, value: str) -> Quantity:
    """A number of the first gradient at n of order d, by target and d."""
    return quantity(tables, "information_exponent", value, ("target", "d"))


def scaled_error(tables: Tables) -> Quantity:
    """Error of the first gradient in units of the root of d/n, which has one limit for all d."""
    found = gradient(tables, "scaled_error")
    limits = found.points.assign(limit=_NOISE_LIMIT)
    return found.predicted_by(exact(limits, "limit", ["target", "d"]))


def exponent_of_norm(tables: Tables) -> Quantity:
    """Exponent in d of the predicted norm of the gradient's mean, by target."""
    norms = predictions(tables, "information_exponent", "norm", ("target", "d"))
    sizes = tables.values("information_exponent", "d")
    found = norms.at(target=["he1", "he2", "he3"], d=sizes).exponent("d")
    orders = [(1 - _ORDERS[target]) / 2 for target in found.points["target"]]
    return found.predicted_by(exact(found.points.assign(order=orders), "order", ["target"]))


def required_error(tables: Tables) -> Quantity:
    """Relative error of the gradient at n of order d^k, by target and d."""
    return of_runs(tables.runs("required_samples"), "relative", ("target", "d"), "required_samples")


def measured_norm(tables: Tables) -> Quantity:
    """Norm of the gradient's mean, from the products of two batches, by target and d."""
    by = ("target", "d")
    products = of_runs(tables.runs("gradient_norms"), "product", by, "gradient_norms")
    law = predictions(tables, "gradient_norms", "norm", by)
    return products.transformed(np.sqrt).predicted_by(law)


def exponent_of_measured_norm(tables: Tables) -> Quantity:
    """Exponent in d of the measured norm of the gradient's mean minus that of the theorem."""
    found = replace(measured_norm(tables), prediction=None).exponent("d")
    return found.minus(np.array([(1 - _ORDERS[target]) / 2 for target in found.points["target"]]))


def signal(tables: Tables) -> Quantity:
    """The gradient's entry along the teacher without its term along w, by overlap rho."""
    return quantity(tables, "series", "signal", ("rho",))


def entry(tables: Tables) -> Quantity:
    """The gradient's entry itself, by overlap rho; predicted is the one without that term."""
    return quantity(tables, "series", "first", ("rho",), predicted="signal")


def spiked_signal(tables: Tables, value: str = "signal", over: str = "signal") -> Quantity:
    """The gradient's part along the teacher on spiked inputs without its term along ``Sigma w``, or
    ``less_along_w``, over its expectation, the series as printed or that with ``i!`` (``full``): by
    d and theta.
    """
    by = ("d", "theta")
    found = of_runs(tables.runs("spiked_series"), value, by, "spiked_series")
    return found.over(predictions(tables, "spiked_series", over, by))


def coefficients(tables: Tables, series: str) -> Quantity:
    """Coefficients of a cubic in rho through the mean signal, over those of a series, by power."""
    curve, theory = signal(tables), tables.theory("series")
    known, full = (cubic(*theory[["rho", name]].to_numpy().T) for name in (series, "full"))
    at = curve.points["rho"].to_numpy(dtype=float)

    def term(i: int) -> Term:
        return Term(tuple(range(len(at))), lambda mean: float(cubic(at, mean)[i] / known[i]))

    terms = tuple(term(i) for i in range(len(known)))
    points = pd.DataFrame({"i": range(len(known))})
    predicted = exact(points.assign(predicted=full / known), "predicted", ["i"])
    return replace(curve, points=points, terms=terms, prediction=predicted)
