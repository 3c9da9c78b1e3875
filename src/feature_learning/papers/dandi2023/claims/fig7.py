"""Evidence for fig7."""

from typing import Any

import numpy as np

from feature_learning.papers.dandi2023.claims import exponents
from feature_learning.statistics import Evidence, Tables, against_theory

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
