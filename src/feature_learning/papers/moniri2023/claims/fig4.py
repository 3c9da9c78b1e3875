"""Evidence for fig4."""

import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.networks.named import activation
from feature_learning.papers.moniri2023.claims import CLEAR, SPIKED, at_own_norms, spectra
from feature_learning.papers.moniri2023.shared.model import step_size
from feature_learning.papers.moniri2023.shared.outliers import weight_outlier
from feature_learning.statistics.evidence import Evidence, by_seed, named


def outlier(tables: Tables) -> Evidence:
    def predicted(row: pd.Series) -> float:
        linear = float(activation(row["activation"]).hermite[1])
        strength = step_size(row["n"], row["alpha"]) * linear * row["second_norm"] * row["moved_norm"]
        return weight_outlier(strength, row["width"] / row["d"]).value

    return at_own_norms(tables, "slides", "weight_1", predicted)


def overlap(tables: Tables) -> Evidence:
    return spectra(tables, "beta_alignment", SPIKED)


def one_outlier(tables: Tables) -> Evidence:
    second = by_seed(tables.runs("spectra", network="simplified"), "weight_2", "alpha", SPIKED).to_numpy()
    single = second < CLEAR * tables.theory("spectra")["weight_edge"].iloc[0]
    return Evidence(single, named("alpha", SPIKED), estimate="fraction")
