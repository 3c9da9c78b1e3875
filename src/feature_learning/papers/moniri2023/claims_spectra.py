"""Evidence on singular values and vectors, the gradient's rank, and its direction (fig1 to fig4)."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.networks.named import activation
from feature_learning.papers.moniri2023.model import step_size
from feature_learning.papers.moniri2023.outliers import linear_outlier, weight_outlier
from feature_learning.papers.moniri2023.spikes import Features
from feature_learning.statistics.evidence import Evidence, against_theory, at_points, by_seed, named
from feature_learning.statistics.exponents import loglog_slope

_SPIKED = [0.2, 0.29, 0.39]
_CLEAR = 1.1  # an outlier counts if it is beyond the edge by this factor; weak spikes of ours stay below


def _spectra(tables: Tables, value: str, alphas: list[float], network: str = "simplified") -> Evidence:
    runs, theory = tables.runs("spectra", network=network), tables.theory("spectra", network=network)
    return against_theory(runs, theory, value, "alpha", alphas, symbol="alpha", of=network)


def _at_own_norms(tables: Tables, network: str, value: str, predicted: Callable[[pd.Series], float]) -> Evidence:
    """A singular value over what is predicted from the norms of the same draws."""
    runs = tables.runs("spectra", network=network)
    runs = runs[runs["alpha"].isin(_SPIKED)]
    ratio = runs.assign(ratio=[row[value] / predicted(row) for _, row in runs.iterrows()])
    return Evidence(by_seed(ratio, "ratio", "alpha", _SPIKED).to_numpy(), [f"{network}, {name}" for name in named("alpha", _SPIKED)])


def fig1_first_outlier(tables: Tables) -> Evidence:
    """The largest singular value of the features over the outlier equation at the seed's own norms."""
    first = tables.runs("spectra").iloc[0]
    sizes = float(first["d"] / first["n"]), float(first["d"] / first["width"])
    features = Features.of(activation(first["activation"]), *sizes)

    def predicted(row: pd.Series) -> float:
        eta = step_size(row["n"], row["alpha"])
        strength = eta * features.linear**2 * row["second_norm"] * row["projection_norm"]
        return linear_outlier(features, strength).value

    return Evidence.joined([_at_own_norms(tables, network, "feature_1", predicted) for network in ("slides", "simplified")])


def fig1_first_alignment(tables: Tables) -> Evidence:
    """The squared cosine of the first left vector with X beta."""
    return _spectra(tables, "u_alignment", _SPIKED)


def _second(tables: Tables, value: str, alpha: float) -> np.ndarray:
    return by_seed(tables.runs("spectra", network="simplified"), value, "alpha", [alpha]).to_numpy()


def fig1_second_outlier(tables: Tables) -> Evidence:
    """The second singular value minus 1.1 times the edge."""
    edge = tables.theory("spectra")["bulk_edge"].iloc[0]
    return Evidence(_second(tables, "feature_2", 0.39) - _CLEAR * edge, ["alpha = 0.39"])


def fig1_second_outlier_theory(tables: Tables) -> Evidence:
    """The second singular value against the largest even spike."""
    return _spectra(tables, "feature_2", [0.39, 0.42, 0.45])


def fig1_second_alignment(tables: Tables) -> Evidence:
    """The squared cosine of the second left vector with (X beta)^2."""
    return Evidence(_second(tables, "u2_alignment", 0.39), ["alpha = 0.39"])


def fig1_no_second_spike(tables: Tables) -> Evidence:
    """The squared cosine of the second left vector with (X beta)^2, below the transition."""
    return Evidence(_second(tables, "u2_alignment", 0.2), ["alpha = 0.2"])


def fig1_spike_count(tables: Tables) -> Evidence:
    """Whether as many singular values lie beyond 1.1 times the edge as outliers are predicted there."""
    theory, alphas = tables.theory("spectra", network="simplified"), [-math.inf, *_SPIKED]
    limit = _CLEAR * theory["bulk_edge"].iloc[0]
    runs = tables.runs("spectra", network="simplified")
    runs["count"] = [int((np.asarray(values) > limit).sum()) for values in runs["feature_singular_values"]]
    predicted = sum((at_points(theory, column, "alpha", alphas) > limit).astype(int) for column in ("feature_1", "feature_2"))
    agrees = by_seed(runs, "count", "alpha", alphas).to_numpy() == predicted
    return Evidence(agrees, ["untrained", *named("alpha", _SPIKED)], estimate="fraction")


def fig1_interaction_saturates(tables: Tables) -> Evidence:
    """The squared cosine of the first left vector with X beta where the interaction is kept."""
    return _spectra(tables, "u_alignment", [0.39, 0.45], "slides")


def _slope(tables: Tables, value: str) -> Evidence:
    matrix = by_seed(tables.runs("gradient_rank"), value, "n")
    sizes = matrix.columns.to_numpy(dtype=float)
    return Evidence(matrix.to_numpy(), ["slope in n"], fit=lambda curve: loglog_slope(sizes, curve))


def fig2_dropped_slope(tables: Tables) -> Evidence:
    """The slope against n of the distance from rank one, without the interaction."""
    return _slope(tables, "dropped")


def fig2_corrected_slope(tables: Tables) -> Evidence:
    """The slope against n of the distance from the corrected rank-one form."""
    return _slope(tables, "kept_corrected")


def fig2_kept_flat(tables: Tables) -> Evidence:
    """The slope against n of the distance from the talk's form, with the interaction."""
    return _slope(tables, "kept")


def fig2_kept_level(tables: Tables) -> Evidence:
    """The level of the distance from the talk's form, with the interaction."""
    return against_theory(tables.runs("gradient_rank"), tables.theory("gradient_rank"), "kept", "n", symbol="n")


def fig3_cosine(tables: Tables) -> Evidence:
    """The cosine of beta with the teacher for both tasks."""
    parts = []
    for task in (1, 2):
        runs, theory = tables.runs("beta_alignment", task=task), tables.theory("beta_alignment", task=task)
        parts.append(against_theory(runs, theory, "cosine", "n_over_d", symbol="n/d", of=f"task {task}"))
    return Evidence.joined(parts)


def fig4_outlier(tables: Tables) -> Evidence:
    """The largest singular value of the weights over the prediction at the seed's own norms."""

    def predicted(row: pd.Series) -> float:
        linear = float(activation(row["activation"]).hermite[1])
        strength = step_size(row["n"], row["alpha"]) * linear * row["second_norm"] * row["moved_norm"]
        return weight_outlier(strength, row["width"] / row["d"]).value

    return _at_own_norms(tables, "slides", "weight_1", predicted)


def fig4_overlap(tables: Tables) -> Evidence:
    """The squared cosine of the first right vector of the weights with beta."""
    return _spectra(tables, "beta_alignment", _SPIKED)


def fig4_one_outlier(tables: Tables) -> Evidence:
    """Whether the second singular value stays below 1.1 times the edge."""
    second = by_seed(tables.runs("spectra", network="simplified"), "weight_2", "alpha", _SPIKED).to_numpy()
    single = second < _CLEAR * tables.theory("spectra")["weight_edge"].iloc[0]
    return Evidence(single, named("alpha", _SPIKED), estimate="fraction")
