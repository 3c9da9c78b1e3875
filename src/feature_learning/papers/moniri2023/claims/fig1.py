"""Evidence for fig1."""

import math

import numpy as np
import pandas as pd

from feature_learning.networks.named import activation
from feature_learning.papers.moniri2023.claims import (
    CLEAR,
    NETWORKS,
    SPIKED,
    over_own_norms,
    spectra,
)
from feature_learning.papers.moniri2023.shared.model import step_size
from feature_learning.papers.moniri2023.shared.outliers import linear_outlier
from feature_learning.papers.moniri2023.shared.spikes import Features
from feature_learning.statistics import Evidence, Tables, at_points, by_seed, named


def _second(tables: Tables, value: str, alpha: float) -> np.ndarray:
    return by_seed(tables.runs("spectra", network="simplified"), value, "alpha", [alpha]).to_numpy()


def first_outlier(tables: Tables) -> Evidence:
    n, d, width = (tables.value("spectra", size) for size in ("n", "d", "width"))
    sigma = activation(tables.value("spectra", "activation"))
    features = Features.of(sigma, d / n, d / width)

    def predicted(row: pd.Series) -> float:
        eta = step_size(row["n"], row["alpha"])
        strength = eta * features.linear**2 * row["second_norm"] * row["projection_norm"]
        return linear_outlier(features, strength).value

    return Evidence.joined(
        [over_own_norms(tables, network, "feature_1", predicted) for network in NETWORKS]
    )


def first_alignment(tables: Tables) -> Evidence:
    return spectra(tables, "u_alignment", SPIKED)


def second_outlier(tables: Tables) -> Evidence:
    edge = tables.value("spectra", "bulk_edge")
    return Evidence(_second(tables, "feature_2", 0.39) - CLEAR * edge, ["alpha = 0.39"])


def second_outlier_theory(tables: Tables) -> Evidence:
    return spectra(tables, "feature_2", [0.39, 0.42, 0.45])


def second_alignment(tables: Tables) -> Evidence:
    return Evidence(_second(tables, "u2_alignment", 0.39), ["alpha = 0.39"])


def no_second_spike(tables: Tables) -> Evidence:
    return Evidence(_second(tables, "u2_alignment", 0.2), ["alpha = 0.2"])


def spike_count(tables: Tables) -> Evidence:
    runs, theory = (read("spectra", network="simplified") for read in (tables.runs, tables.theory))
    alphas, limit = [-math.inf, *SPIKED], CLEAR * tables.value("spectra", "bulk_edge")
    spectra = runs["feature_singular_values"]
    runs["count"] = [int((np.asarray(values) > limit).sum()) for values in spectra]
    predicted = sum(
        (at_points(theory, column, "alpha", alphas) > limit).astype(int)
        for column in ("feature_1", "feature_2")
    )
    agrees = by_seed(runs, "count", "alpha", alphas).to_numpy() == predicted
    return Evidence(agrees, ["untrained", *named("alpha", SPIKED)], estimate="fraction")


def interaction_saturates(tables: Tables) -> Evidence:
    return spectra(tables, "u_alignment", [0.39, 0.45], "slides")
