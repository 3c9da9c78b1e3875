"""Evidence for talk-weights."""

from feature_learning.papers.moniri2023.claims import CLEAR, SPIKED
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
