"""Evidence for talk-weights."""

import pandas as pd

from feature_learning.networks.named import activation
from feature_learning.papers.moniri2023.claims import CLEAR, SPIKED, over_own_norms, spectra
from feature_learning.papers.moniri2023.shared.model import step_size
from feature_learning.papers.moniri2023.shared.outliers import weight_outlier
from feature_learning.statistics import Evidence, Tables, by_seed, named


def one_outlier(tables: Tables) -> Evidence:
    runs, limit = (
        tables.runs("spectra", network="slides"),
        CLEAR * tables.value("spectra", "weight_edge"),
    )
    first, second = (
        by_seed(runs, column, "alpha", SPIKED).to_numpy() for column in ("weight_1", "weight_2")
    )
    return Evidence((first > limit) & (second < limit), named("alpha", SPIKED), estimate="fraction")


def outlier(tables: Tables) -> Evidence:
    linear = float(activation(tables.value("spectra", "activation")).hermite[1])

    def predicted(row: pd.Series) -> float:
        eta = step_size(row["n"], row["alpha"])
        strength = eta * linear * row["second_norm"] * row["moved_norm"]
        return weight_outlier(strength, row["width"] / row["d"]).value

    return over_own_norms(tables, "slides", "weight_1", predicted)


def overlap(tables: Tables) -> Evidence:
    return spectra(tables, "beta_alignment", SPIKED)
