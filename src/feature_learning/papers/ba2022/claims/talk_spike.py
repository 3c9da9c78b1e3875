"""Evidence for talk-spike."""

import pandas as pd

from feature_learning.statistics import Evidence, Tables, by_seed

_SHOWN = 8.0


def _shown(tables: Tables, value: str) -> pd.DataFrame:
    return by_seed(tables.runs("spike", teacher="relu"), value, "eta", [_SHOWN])


def outlier_limit(tables: Tables) -> Evidence:
    limit = tables.value("spike", "largest", teacher="relu", eta=_SHOWN)
    return Evidence((_shown(tables, "largest") / limit).to_numpy(), ["eta = 8"])


def single(tables: Tables) -> Evidence:
    limit = 1.02 * tables.value("spike", "edge")
    largest, second = (_shown(tables, value).to_numpy() for value in ("largest", "second"))
    return Evidence((largest > limit) & (second <= limit), ["eta = 8"], estimate="fraction")
