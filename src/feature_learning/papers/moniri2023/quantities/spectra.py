"""The gradient, the direction of the labels, and spectra of weights and features."""

import math
from collections.abc import Callable
from typing import Literal

import numpy as np
import pandas as pd

from feature_learning.networks.named import activation, link
from feature_learning.papers.moniri2023.model import step_size
from feature_learning.papers.moniri2023.outliers import linear_outlier, weight_outlier
from feature_learning.papers.moniri2023.spikes import Features, Spikes
from feature_learning.statistics import Tables
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import exact, of_runs, predictions, quantity

_CLEAR = 1.1  # an outlier is beyond the edge by this factor; weak spikes of this project stay below
_SPECTRUM = ("network", "alpha")
_UNTRAINED = -math.inf


def gradient_distance(tables: Tables, value: str) -> Quantity:
    """Relative distance of the gradient from a matrix of rank one, by n."""
    return quantity(tables, "gradient_rank", value, ("n",))


def cosine(tables: Tables) -> Quantity:
    """Cosine of X^T y and the teacher, by setting and n/d."""
    return quantity(tables, "beta_alignment", "cosine", ("task", "n_over_d"))


def left_vector(tables: Tables, value: str) -> Quantity:
    """Squared cosine of a left singular vector of the talk's F, by alpha."""
    return quantity(tables, "singular_vectors", value, ("alpha",))


def spectrum(tables: Tables, value: str, batch: Literal["same", "fresh"] = "fresh") -> Quantity:
    """Singular value of features or weights, or squared cosine of its vector, by network and
    alpha.
    """
    experiments = {"same": "spectra_written", "fresh": "spectra"}
    return quantity(tables, experiments[batch], value, _SPECTRUM)


def clear_of_bulk(tables: Tables) -> Quantity:
    """The singular value of F/sqrt n from which on an outlier is clear of the bulk."""
    return predictions(tables, "spectra", "bulk_edge", []).over(1 / _CLEAR)


def outliers_as_predicted(tables: Tables) -> Quantity:
    """Fraction of seeds with the predicted number of clear outliers of F, by network and alpha."""
    runs, limit = tables.runs("spectra"), _CLEAR * float(tables.value("spectra", "bulk_edge"))
    leading = ["feature_1", "feature_2"]
    theory = tables.theory("spectra")[[*_SPECTRUM, *leading]]
    predicted = runs[list(_SPECTRUM)].merge(theory, how="left", on=_SPECTRUM)[leading] > limit
    counts = [int((np.asarray(row) > limit).sum()) for row in runs["feature_singular_values"]]
    runs = runs.assign(agrees=counts == predicted.sum(axis=1))
    return of_runs(runs, "agrees", _SPECTRUM, "spectra").averaged("fraction")


def one_weight_outlier(tables: Tables) -> Quantity:
    """Fraction of seeds with one clear outlier of the weights, by network and alpha."""
    runs, limit = tables.runs("spectra"), _CLEAR * float(tables.value("spectra", "weight_edge"))
    runs = runs.assign(one=(runs["weight_1"] > limit) & (runs["weight_2"] < limit))
    return of_runs(runs, "one", _SPECTRUM, "spectra").averaged("fraction")


def feature_outlier_over_norms(tables: Tables) -> Quantity:
    """The first value of F/sqrt n over that predicted from norms of a and Xm, by network, alpha."""
    features = _features(tables)

    def predicted(row: pd.Series) -> float:
        strength = features.linear**2 * row["second_norm"] * row["projection_norm"]
        return linear_outlier(features, step_size(row["n"], row["alpha"]) * strength).value

    return _over_norms(tables, "feature_1", predicted)


def weight_outlier_over_norms(tables: Tables) -> Quantity:
    """The first value of W_1 over that predicted from norms of a and m, by network and alpha."""
    linear = _features(tables).linear

    def predicted(row: pd.Series) -> float:
        strength = step_size(row["n"], row["alpha"]) * linear * row["second_norm"]
        return weight_outlier(strength * row["moved_norm"], row["width"] / row["d"]).value

    return _over_norms(tables, "weight_1", predicted)


def _over_norms(tables: Tables, value: str, predicted: Callable[[pd.Series], float]) -> Quantity:
    runs = tables.runs("spectra")
    runs = runs[runs["alpha"] > _UNTRAINED]
    runs = runs.assign(ratio=[row[value] / predicted(row) for _, row in runs.iterrows()])
    return of_runs(runs, "ratio", _SPECTRUM, "spectra")


def third_value(tables: Tables) -> Quantity:
    """The third singular value of F/sqrt n of the student with a cubic part minus the value from
    which on an outlier is clear of the bulk, by alpha.
    """
    edge = float(tables.value("three_spikes", "bulk_edge"))
    return _of_values(tables, lambda values: values[-3] - _CLEAR * edge)


def third_over_fourth(tables: Tables) -> Quantity:
    """The third singular value over the fourth for the same student, by alpha."""
    return _of_values(tables, lambda values: values[-3] / values[-4])


def _of_values(tables: Tables, formula: Callable[[np.ndarray], float]) -> Quantity:
    runs = tables.runs("three_spikes")
    values = [formula(np.sort(row)) for row in runs["singular_values"]]
    return of_runs(runs.assign(value=values), "value", ("alpha",), "three_spikes")


def spike_strength(tables: Tables, value: Literal["strength", "moved"] = "strength") -> Quantity:
    """Component of the trained F - F_0 along a spike over the theorem's, for a student with a cubic
    part, by batch, alpha, degree and n.
    """
    return quantity(tables, "spike_strength", value, ("batch", "alpha", "degree", "n"))


def second_outlier_of_series(tables: Tables) -> Quantity:
    """The second singular value of F/sqrt n by the series in powers of the step, cut after the
    second, by alpha.
    """
    features, setting = _features(tables), tables.runs("spectra").iloc[0]
    problem, rows = link("he1").with_noise(float(setting["noise"])), []
    for alpha in tables.values("spectra", "alpha")[1:]:
        eta = step_size(setting["n"], alpha)
        found = Spikes(features, problem, int(setting["width"]), eta, (1, 2)).outliers()
        second = found[1].value if len(found) > 1 else features.bulk_edge
        rows.append({"alpha": alpha, "second": second})
    return exact(pd.DataFrame(rows), "second", ["alpha"])


def _features(tables: Tables) -> Features:
    n, d, width = (int(tables.value("spectra", size)) for size in ("n", "d", "width"))
    return Features.of(activation(tables.value("spectra", "activation")), d / n, d / width)
