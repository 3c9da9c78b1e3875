"""Evidence for fig7."""

import math
from typing import Any

import numpy as np
import pandas as pd

from feature_learning.papers.dandi2023.claims import exponents
from feature_learning.papers.dandi2023.experiments.regimes_error import REGIMES
from feature_learning.papers.dandi2023.shared.model import KNOWN, TARGETS
from feature_learning.statistics import Evidence, Tables, against_theory, by_seed, named

TABLE = (("w1", 0), ("w1", 1), ("w1-w2", 0), ("w1-w2", 1), ("w1-w2", 2))
_UNDERLINED = (
    "100",
    "100 + 210",
    "100 + 020 + 210",
    "100 + 020 + 210 + 421",
    "100 + 020 + 210 + 421 + 022",
)
_NAMES = [f"{known}, degree {degree}" for known, degree in TABLE]


def _table(tables: Tables, column: str) -> list[Any]:
    return [
        tables.value("regimes", column, target="regimes", known=known, degree=degree)
        for known, degree in TABLE
    ]


def terms(tables: Tables) -> Evidence:
    fitted = zip(_table(tables, "fitted"), _UNDERLINED, strict=True)
    same = [set(terms.split(" + ")) == set(talk.split(" + ")) for terms, talk in fitted]
    return Evidence.exact(same, _NAMES)


def learned_d(tables: Tables) -> Evidence:
    runs, theory = tables.runs("regimes_trained"), tables.theory("regimes_trained")
    return against_theory(runs, theory, "r1", "d", [runs["d"].max()], symbol="d")


def learned_d_rest(tables: Tables) -> Evidence:
    runs = tables.runs("regimes_trained")
    return exponents({column: (runs, column) for column in ("r2", "r3")})


def learned_d2(tables: Tables) -> Evidence:
    runs, theory = tables.runs("regimes_square"), tables.theory("regimes_square")
    runs = runs[runs["d"] >= min(64, runs["d"].max())]
    runs = runs.assign(r2=runs["r2"] / runs["start_2"])
    return against_theory(runs, theory, "r2", "d", symbol="d")


def learned_d2_rest(tables: Tables) -> Evidence:
    return exponents({"r3": (tables.runs("regimes_square"), "r3")})


def talk_measure(tables: Tables) -> Evidence:
    runs = tables.runs("regimes_square")
    norm = np.sqrt(1 + runs["r1"] ** 2 + runs["r2"] ** 2 + runs["r3"] ** 2)
    return exponents({"w2": (runs.assign(share=runs["r2"] / norm), "share")})


def _errors(tables: Tables) -> dict[str, pd.DataFrame]:
    return {
        regime: by_seed(tables.runs("regimes_error", regime=regime), "error", "width")
        for regime in REGIMES
    }


def few(tables: Tables) -> Evidence:
    floors = {
        regime: TARGETS["stand-in"].floor(KNOWN[known], 0) for regime, known in REGIMES.items()
    }
    return Evidence.stacked(
        [
            (f"{regime}, p = 10", errors[10].to_numpy() - floors[regime])
            for regime, errors in _errors(tables).items()
        ]
    )


def wide(tables: Tables) -> Evidence:
    untrained, linear, _ = (errors[1000].to_numpy() for errors in _errors(tables).values())
    return Evidence.stacked([("5 minus untrained", 5 - untrained), ("4 minus n ~ d", 4 - linear)])


def ordering(tables: Tables) -> Evidence:
    untrained, linear, square = _errors(tables).values()
    parts = []
    for width in [width for width in tables.values("regimes_error", "width") if width >= 30]:
        first, second = untrained[width] - linear[width], linear[width] - square[width]
        parts.append((f"untrained minus n ~ d, p = {width}", first.to_numpy()))
        parts.append((f"n ~ d minus n ~ d^2, p = {width}", second.to_numpy()))
    return Evidence.stacked(parts)


def climb(tables: Tables) -> Evidence:
    runs, theory = (
        read("climbing", target="stand-in", activation="relu-0.5")
        for read in (tables.runs, tables.theory)
    )
    return against_theory(runs[runs["time"] >= 2], theory, "w2", "time", symbol="T")


def relu_blind(tables: Tables) -> Evidence:
    predicted = tables.theory("climbing", target="even-climb", activation="relu")
    return Evidence.exact(predicted["w2"].tolist(), named("T", predicted["time"].tolist()))


def relu_blind_simulated(tables: Tables) -> Evidence:
    late = [time for time in tables.values("climbing", "time") if time >= 3]
    plain, shifted = (
        by_seed(
            tables.runs("climbing", target="even-climb", activation=activation), "w2", "time", late
        )
        * math.sqrt(tables.value("climbing", "d"))
        for activation in ("relu", "relu-0.5")
    )
    return Evidence(plain.to_numpy(), named("T", late)).against(shifted.mean().to_numpy())
