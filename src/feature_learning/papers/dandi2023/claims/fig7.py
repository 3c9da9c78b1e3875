"""Evidence for fig7."""

import math

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.dandi2023.experiments.regimes_error import REGIMES
from feature_learning.papers.dandi2023.shared.model import KNOWN, TARGETS
from feature_learning.statistics.evidence import Evidence, against_theory, by_seed, named
from feature_learning.statistics.exponents import loglog_slope

TABLE = (("w1", 0), ("w1", 1), ("w1-w2", 0), ("w1-w2", 1), ("w1-w2", 2))


_UNDERLINED = ("100", "100 + 210", "100 + 020 + 210", "100 + 020 + 210 + 421", "100 + 020 + 210 + 421 + 022")


_FLOORS = (56.0, 54.0, 52.0, 4.0, 0.0)


_NAMES = [f"{known}, degree {degree}" for known, degree in TABLE]


def _table(tables: Tables, column: str) -> list[float | str]:
    return [tables.theory("regimes", target="regimes", known=known, degree=degree)[column].iloc[0] for known, degree in TABLE]


def table(tables: Tables) -> Evidence:
    return Evidence.exact([float(floor) for floor in _table(tables, "floor")], _NAMES, _FLOORS)


def terms(tables: Tables) -> Evidence:
    fitted = zip(_table(tables, "fitted"), _UNDERLINED, strict=True)
    same = [set(str(found).split(" + ")) == set(expected.split(" + ")) for found, expected in fitted]
    return Evidence.exact([float(one) for one in same], _NAMES)


def _sizes_exponents(runs: pd.DataFrame, columns: tuple[str, ...]) -> Evidence:
    matrices = [by_seed(runs, column, "d") for column in columns]
    d = matrices[0].columns.to_numpy(dtype=float)
    ends = np.arange(1, len(columns)) * len(d)

    def fit(squares: np.ndarray) -> np.ndarray:
        return np.array([loglog_slope(d, part) / 2 for part in np.split(squares, ends)])

    return Evidence(np.hstack([matrix.to_numpy() ** 2 for matrix in matrices]), list(columns), fit=fit)


def learned_d(tables: Tables) -> Evidence:
    runs = tables.runs("regimes_trained")
    return against_theory(runs, tables.theory("regimes_trained"), "r1", "d", [int(runs["d"].max())], symbol="d")


def learned_d_rest(tables: Tables) -> Evidence:
    return _sizes_exponents(tables.runs("regimes_trained"), ("r2", "r3"))


def learned_d2(tables: Tables) -> Evidence:
    runs = tables.runs("regimes_square")
    runs = runs[runs["d"] >= min(64, int(runs["d"].max()))]
    return against_theory(runs.assign(r2=runs["r2"] / runs["start_2"]), tables.theory("regimes_square"), "r2", "d", symbol="d")


def learned_d2_rest(tables: Tables) -> Evidence:
    return _sizes_exponents(tables.runs("regimes_square"), ("r3",))


def _errors(tables: Tables, regime: str) -> pd.DataFrame:
    return by_seed(tables.runs("regimes_error", regime=regime), "error", "width")


def few(tables: Tables) -> Evidence:
    aim = TARGETS["stand-in"]
    return Evidence.stacked(
        [(f"{regime}, p = 10", _errors(tables, regime)[10].to_numpy() - aim.floor(KNOWN[known], 0)) for regime, known in REGIMES.items()]
    )


def wide(tables: Tables) -> Evidence:
    untrained, linear, square = (_errors(tables, regime)[1000].to_numpy() for regime in REGIMES)
    return Evidence.stacked([("untrained minus 3.8", untrained - 3.8), ("3.5 minus n ~ d", 3.5 - linear), ("2 minus n ~ d^2", 2 - square)])


def ordering(tables: Tables) -> Evidence:
    untrained, linear, square = (_errors(tables, regime) for regime in REGIMES)
    parts = []
    for width in [width for width in map(int, untrained.columns) if width >= 30]:
        parts.append((f"untrained minus n ~ d, p = {width}", (untrained[width] - linear[width]).to_numpy()))
        parts.append((f"n ~ d minus n ~ d^2, p = {width}", (linear[width] - square[width]).to_numpy()))
    return Evidence.stacked(parts)


def climb(tables: Tables) -> Evidence:
    where = {"target": "stand-in", "activation": "relu-0.5"}
    runs = tables.runs("climbing", **where)
    return against_theory(runs[runs["time"] >= 2], tables.theory("climbing", **where), "w2", "time", symbol="T")


def relu_blind(tables: Tables) -> Evidence:
    predicted = tables.theory("climbing", target="even-climb", activation="relu")
    return Evidence.exact(predicted["w2"].tolist(), named("T", predicted["time"].tolist()))


def relu_blind_simulated(tables: Tables) -> Evidence:
    runs = tables.runs("climbing", target="even-climb", activation="relu")
    matrix = by_seed(runs, "w2", "time")
    return Evidence(math.sqrt(int(runs["d"].iloc[0])) * matrix.to_numpy(), named("T", list(matrix.columns)))
