"""Evidence for fig1."""

import math

import numpy as np
import pandas as pd

from feature_learning.networks.named import activation, link
from feature_learning.papers.moniri2023.claims import (
    CLEAR,
    NETWORKS,
    SPIKED,
    over_own_norms,
    spectra,
)
from feature_learning.papers.moniri2023.shared.model import step_size
from feature_learning.papers.moniri2023.shared.outliers import linear_outlier
from feature_learning.papers.moniri2023.shared.spikes import Features, Spikes
from feature_learning.statistics import Evidence, Tables, at_points, by_seed, named


def _second(tables: Tables, value: str, alpha: float) -> np.ndarray:
    return by_seed(tables.runs("spectra", network="simplified"), value, "alpha", [alpha]).to_numpy()


def _sizes(tables: Tables) -> tuple[int, int, int]:
    n, d, width = (int(tables.value("spectra", size)) for size in ("n", "d", "width"))
    return n, d, width


def _features(tables: Tables) -> Features:
    n, d, width = _sizes(tables)
    return Features.of(activation(tables.value("spectra", "activation")), d / n, d / width)


def first_outlier(tables: Tables) -> Evidence:
    features = _features(tables)

    def predicted(row: pd.Series) -> float:
        eta = step_size(row["n"], row["alpha"])
        strength = eta * features.linear**2 * row["second_norm"] * row["projection_norm"]
        return linear_outlier(features, strength).value

    return Evidence.joined(
        [over_own_norms(tables, network, "feature_1", predicted) for network in NETWORKS]
    )


def first_alignment(tables: Tables) -> Evidence:
    return spectra(tables, "u_alignment", SPIKED)


def second_outlier_theory(tables: Tables) -> Evidence:
    alphas, (n, _, width) = [0.39, 0.42], _sizes(tables)
    setting = tables.theory("spectra").iloc[0]
    features, problem = _features(tables), link("he1").with_noise(float(setting["noise"]))
    series = [
        Spikes(features, problem, width, step_size(n, alpha), (1, 2)).outliers() for alpha in alphas
    ]
    cut = [found[1].value if len(found) > 1 else features.bulk_edge for found in series]
    return spectra(tables, "feature_2", alphas).against(cut)


def no_second_spike(tables: Tables) -> Evidence:
    return Evidence(_second(tables, "u2_alignment", 0.2), ["alpha = 0.2"])


def spike_count(tables: Tables) -> Evidence:
    runs, theory = (read("spectra", network="simplified") for read in (tables.runs, tables.theory))
    alphas, limit = [-math.inf, *SPIKED], _limit(tables)
    spectra = runs["feature_singular_values"]
    runs["count"] = [int((np.asarray(values) > limit).sum()) for values in spectra]
    predicted = sum(
        (at_points(theory, column, "alpha", alphas) > limit).astype(int)
        for column in ("feature_1", "feature_2")
    )
    agrees = by_seed(runs, "count", "alpha", alphas).to_numpy() == predicted
    return Evidence(agrees, ["untrained", *named("alpha", SPIKED)], estimate="fraction")


def interaction_saturates(tables: Tables) -> Evidence:
    return spectra(tables, "u_alignment", [0.39, 0.42], "slides")


def _written(tables: Tables, value: str, alpha: float) -> np.ndarray:
    runs = tables.runs("spectra_written")
    return by_seed(runs, value, "alpha", [alpha]).to_numpy()[:, 0]


def _limit(tables: Tables) -> float:
    return CLEAR * float(tables.value("spectra", "bulk_edge"))


def first_spike(tables: Tables) -> Evidence:
    split = tables.runs("spectra", network="slides")
    values = {
        "as written": _written(tables, "feature_1", 0.29),
        "split": by_seed(split, "feature_1", "alpha", [0.29]).to_numpy()[:, 0],
    }
    return Evidence.stacked([(name, found - _limit(tables)) for name, found in values.items()])


def second_spike(tables: Tables) -> Evidence:
    return Evidence.stacked(
        [("alpha = 0.32", _written(tables, "feature_2", 0.32) - _limit(tables))]
    )


def second_carries_square(tables: Tables) -> Evidence:
    return Evidence.stacked([("alpha = 0.32", _written(tables, "u2_alignment", 0.32))])
