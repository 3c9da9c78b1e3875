"""Evidence for nn-alignment."""

import math
from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from feature_learning.papers.ba2023.claims import D, joined
from feature_learning.papers.ba2023.shared.half_points import predicted_exponent
from feature_learning.papers.ba2023.shared.rises import alignment_rise
from feature_learning.statistics import (
    Evidence,
    Tables,
    against_theory_by,
    at_points,
    by_seed,
    loglog_slope,
    named,
)

_FAR = 1e6
_AMPLIFIED = 63.0  # the largest theta of the slope
_ALIGNED = (0.4, 0.5, 0.6, 0.7, 0.8)


def _measure(
    tables: Tables, link: str, gammas: Sequence[float], value: str = "alignment"
) -> pd.DataFrame:
    return by_seed(tables.runs("alignment", d=D, link=link), value, "gamma", gammas)


def _against_theory(tables: Tables, value: str, rivals: Mapping[str, str]) -> Evidence:
    """Return the evidence for some links against theory; the rival of each is the squared cosine of
    a link.
    """
    runs, theory = (read("alignment", d=D) for read in (tables.runs, tables.theory))
    found = against_theory_by(
        "link", list(rivals), runs, theory, value, "gamma", _ALIGNED, symbol="gamma"
    )
    others = [
        at_points(theory[theory["link"] == other], "alignment", "gamma", _ALIGNED)
        for other in rivals.values()
    ]
    return found.against(np.concatenate(others))


def formula(tables: Tables) -> Evidence:
    return _against_theory(tables, "alignment", {"he1": "he2", "he2": "he3", "he2-he3": "he3"})


def formula_cubic(tables: Tables) -> Evidence:
    return _against_theory(tables, "alignment", {"he3": "he2", "he2-he4": "he2"})


def ordered(tables: Tables) -> Evidence:
    gains = {}
    for low, high, gammas in (("he1", "he2", _ALIGNED), ("he2", "he3", _ALIGNED[2:])):
        gains[f"{low} over {high}"] = _measure(tables, low, gammas) - _measure(tables, high, gammas)
    return joined(gains)


def half(tables: Tables) -> Evidence:
    rise = alignment_rise(tables, "he2", 64, 1024)
    predicted, cubic = (
        np.log(tables.theory("alignment_half", link=link).set_index("d")["half"].reindex(rise.d))
        for link in ("he2", "he3")
    )
    points = named("d", [int(d) for d in rise.d])
    return Evidence(rise.curves, points, predicted.to_numpy(), fit=rise.log_halves).against(
        cubic.to_numpy()
    )


def degree_not_network(tables: Tables) -> Evidence:
    pure, joint = (alignment_rise(tables, link, 256, 1024) for link in ("he2", "he2-he4"))
    width = pure.curves.shape[1]

    def shift(mean: np.ndarray) -> np.ndarray:
        return joint.log_halves(mean[width:]) - pure.log_halves(mean[:width])

    points = named("d", [int(d) for d in pure.d])
    return Evidence(np.hstack([pure.curves, joint.curves]), points, fit=shift)


def _exponents(tables: Tables, *links: str) -> Evidence:
    theory = tables.theory("alignment_half")
    exponents = [
        predicted_exponent(theory[theory["link"] == link], _FAR, math.inf) for link in links
    ]
    return Evidence.exact(exponents, links)


def exponent_quadratic(tables: Tables) -> Evidence:
    return _exponents(tables, "he2", "he2-he3", "he2-he4")


def exponent_cubic(tables: Tables) -> Evidence:
    return _exponents(tables, "he3")


def amplifies(tables: Tables) -> Evidence:
    runs = tables.runs("amplified", link="he1")
    curves = by_seed(runs[runs["theta"] <= _AMPLIFIED], "signal", "theta")
    at = 1 + curves.columns.to_numpy(dtype=float)
    return Evidence(curves.to_numpy(), ["slope"], fit=lambda mean: loglog_slope(at, mean) / 2)


def _concentrates(tables: Tables, link: str) -> Evidence:
    rise = alignment_rise(tables, link, 256, 1024)
    return Evidence(rise.curves, ["exponent"], fit=rise.exponent)


def concentrates(tables: Tables) -> Evidence:
    return _concentrates(tables, "he2")


def concentrates_cubic(tables: Tables) -> Evidence:
    return _concentrates(tables, "he3")


def share_formula(tables: Tables) -> Evidence:
    return _against_theory(tables, "share", {"he1": "he1", "he2": "he2"})


def share_below_condition(tables: Tables) -> Evidence:
    return Evidence.of(_measure(tables, "he2", [0.4], "share"), "gamma")
