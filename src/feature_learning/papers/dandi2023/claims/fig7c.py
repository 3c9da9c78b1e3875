"""Evidence for fig7c."""

import pandas as pd

from feature_learning.papers.dandi2023.experiments.regimes_error import REGIMES
from feature_learning.papers.dandi2023.shared.model import KNOWN, TARGETS
from feature_learning.statistics import Evidence, Tables, by_seed

_RIDGE = 0.001  # of the claims that compare widths


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
