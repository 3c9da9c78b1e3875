"""Evidence for fig7."""

from typing import Any

import numpy as np
import pandas as pd

from feature_learning.papers.dandi2023.claims import exponents
from feature_learning.papers.dandi2023.experiments.regimes_error import REGIMES
from feature_learning.papers.dandi2023.shared.model import KNOWN, TARGETS
from feature_learning.statistics import Evidence, Tables, against_theory, by_seed

TABLE = (("w1", 0), ("w1", 1), ("w1-w2", 0), ("w1-w2", 1), ("w1-w2", 2))
_UNDERLINED = (
    "100",
    "100 + 210",
    "100 + 020 + 210",
    "100 + 020 + 210 + 421",
    "100 + 020 + 210 + 421 + 022",
)
_RIDGE = 0.001  # of the claims that compare widths
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
        regime: by_seed(tables.runs("regimes_error", regime=regime, ridge=_RIDGE), "error", "width")
        for regime in REGIMES
    }


def conjecture_three(tables: Tables) -> Evidence:
    most, parts, fitted = 5 * tables.value("regimes_error", "d"), [], []
    for regime, known in REGIMES.items():
        bound, next_degree = (TARGETS["stand-in"].floor(KNOWN[known], k) for k in (1, 2))
        for width in tables.values("regimes_error", "width"):
            if width > most:
                continue
            runs = tables.runs("regimes_error", regime=regime, width=width)
            errors = by_seed(runs, "error", "ridge")
            best = errors[errors.mean().idxmin()].to_numpy()
            parts.append((f"{regime}, p = {width}", best - bound))
            fitted.append(next_degree - bound)
    return Evidence.stacked(parts).against(fitted)


def error_few(tables: Tables) -> Evidence:
    floors = {
        regime: TARGETS["stand-in"].floor(KNOWN[known], 0) for regime, known in REGIMES.items()
    }
    return Evidence.stacked(
        [
            (f"{regime}, p = 10", errors[10].to_numpy() - floors[regime])
            for regime, errors in _errors(tables).items()
        ]
    )


def error_wide(tables: Tables) -> Evidence:
    untrained, linear, _ = (errors[1000].to_numpy() for errors in _errors(tables).values())
    return Evidence.stacked([("5 minus untrained", 5 - untrained), ("4 minus n ~ d", 4 - linear)])


def error_ordering(tables: Tables) -> Evidence:
    untrained, linear, square = _errors(tables).values()
    parts = []
    for width in [width for width in tables.values("regimes_error", "width") if width >= 30]:
        first, second = untrained[width] - linear[width], linear[width] - square[width]
        parts.append((f"untrained minus n ~ d, p = {width}", first.to_numpy()))
        parts.append((f"n ~ d minus n ~ d^2, p = {width}", second.to_numpy()))
    return Evidence.stacked(parts)
