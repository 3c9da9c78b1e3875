"""Evidence for nn-alignment."""

import math
from collections.abc import Sequence

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.papers.ba2023.claims import D
from feature_learning.papers.ba2023.shared.half_points import predicted_exponent
from feature_learning.papers.ba2023.shared.rises import alignment_rise
from feature_learning.statistics.evidence import Evidence, against_theory, at_points, by_seed, named

_FAR = 1e6


_ALIGNED = (0.4, 0.5, 0.6, 0.7, 0.8)


def _aligned(tables: Tables, link: str, gammas: Sequence[float], value: str = "alignment") -> np.ndarray:
    return by_seed(tables.runs("alignment", d=D, link=link), value, "gamma", gammas).to_numpy()


def _alignment_against_theory(tables: Tables, value: str, links: Sequence[str]) -> Evidence:
    parts = []
    for link in links:
        runs = tables.runs("alignment", d=D, link=link)
        theory = tables.theory("alignment", d=D, link=link)
        parts.append(against_theory(runs, theory, value, "gamma", _ALIGNED, symbol="gamma", of=link))
    return Evidence.joined(parts)


def formula(tables: Tables) -> Evidence:
    return _alignment_against_theory(tables, "alignment", ["he1", "he2", "he2-he3"])


def formula_cubic(tables: Tables) -> Evidence:
    return _alignment_against_theory(tables, "alignment", ["he3", "he2-he4"])


def share(tables: Tables) -> Evidence:
    return _alignment_against_theory(tables, "share", ["he1", "he2"])


def ordered(tables: Tables) -> Evidence:
    parts = []
    for low, high, gammas in (("he1", "he2", _ALIGNED), ("he2", "he3", _ALIGNED[2:])):
        difference = _aligned(tables, low, gammas) - _aligned(tables, high, gammas)
        parts.append(Evidence(difference, [f"{low} over {high}, {point}" for point in named("gamma", gammas)]))
    return Evidence.joined(parts)


def half(tables: Tables) -> Evidence:
    rise = alignment_rise(tables, "he2", 64, 1024)
    predicted = np.log(at_points(tables.theory("alignment_half", link="he2"), "half", "d", rise.d.tolist()))
    return Evidence(rise.curves, named("d", [int(d) for d in rise.d]), predicted, fit=rise.log_halves)


def degree_not_network(tables: Tables) -> Evidence:
    pure, joint = (alignment_rise(tables, link, 256, 1024) for link in ("he2", "he2-he4"))
    width = pure.curves.shape[1]

    def shift(mean: np.ndarray) -> np.ndarray:
        return joint.log_halves(mean[width:]) - pure.log_halves(mean[:width])

    return Evidence(np.hstack([pure.curves, joint.curves]), named("d", [int(d) for d in pure.d]), fit=shift)


def _alignment_exponents(tables: Tables, links: Sequence[str]) -> Evidence:
    found = [predicted_exponent(tables.theory("alignment_half", link=link), _FAR, math.inf) for link in links]
    return Evidence.exact(found, links)


def exponent_quadratic(tables: Tables) -> Evidence:
    return _alignment_exponents(tables, ["he2", "he2-he3", "he2-he4"])


def exponent_cubic(tables: Tables) -> Evidence:
    return _alignment_exponents(tables, ["he3"])


def below_condition(tables: Tables) -> Evidence:
    return Evidence(_aligned(tables, "he2", [0.4], "share"), ["gamma = 0.4"])
