"""Evidence for plateaus."""

from itertools import pairwise

import numpy as np

from feature_learning.papers.background.shared.published import PLATEAUS
from feature_learning.statistics import Evidence, Tables, by_seed, named

_SIZE = 100  # the dimension of the printed run
_ON_PLATEAU = (20.0, 30.0, 40.0, 50.0, 100.0)  # steps/d
_FLOOR = 5000.0  # steps/d from which on the second plateau is averaged


def _level() -> tuple[float, float]:
    """Return the printed risks of the first plateau and, on average, of the second."""
    late = [risk for alpha, risk in PLATEAUS.items() if alpha >= _FLOOR]
    return PLATEAUS[50.0], float(np.mean(late))


def published_plateau(tables: Tables) -> Evidence:
    risks = by_seed(tables.runs("plateaus", d=_SIZE), "risk", "alpha")
    points = [alpha for alpha in _ON_PLATEAU if alpha in risks]
    gaps = np.log10(risks[points].to_numpy() / [PLATEAUS[alpha] for alpha in points])
    first, second = _level()
    found = Evidence(gaps, named("steps/d", points))
    return found.against(np.log10(second / first))


def published_floor(tables: Tables) -> Evidence:
    risks = by_seed(tables.runs("plateaus", d=_SIZE), "risk", "alpha")
    late = risks.loc[:, risks.columns.to_numpy(dtype=float) >= _FLOOR].mean(axis=1)
    first, second = _level()
    found = Evidence(np.log10(late.to_numpy() / second)[:, None], ["steps/d of 5000 and more"])
    return found.against(np.log10(first / second))


def dimension(tables: Tables) -> Evidence:
    risks = by_seed(tables.runs("plateau_by_dimension", t=100.0), "risk", "d")
    names = [f"d = {high} over {low}" for low, high in pairwise(risks.columns)]
    return Evidence(np.diff(np.log10(risks.to_numpy()), axis=1), names)
