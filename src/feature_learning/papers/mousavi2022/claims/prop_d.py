"""Evidence for prop-d."""

import pandas as pd

from feature_learning.papers.mousavi2022.shared.crossings import samples_needed
from feature_learning.statistics import (
    Evidence,
    Tables,
    against_theory_by,
    by_seed,
    loglog_slope,
    slope_per_seed,
)


def _exponent(tables: Tables, value: str) -> Evidence:
    """Return each seed's exponent in d of the samples needed; NaN if a level is not reached."""
    exponents = slope_per_seed(samples_needed(tables, value))
    return Evidence(exponents[:, None], ["exponent in d"], estimate="median")


def alignment_exponent(tables: Tables) -> Evidence:
    return _exponent(tables, "alignment")


def error_exponent(tables: Tables) -> Evidence:
    return _exponent(tables, "error")


def kernel_theory(tables: Tables) -> Evidence:
    runs = tables.runs("tangent", target="cube", bias=True)
    runs = runs[(runs["d"] >= 30) & (runs["n"] >= 240)]
    theory = tables.theory("tangent", target="cube")
    names = {d: f"d = {d}" for d in sorted(runs["d"].unique())}
    errors = against_theory_by("d", names, runs, theory, "error", "n", symbol="n")
    return Evidence(errors.observed / errors.predicted, errors.points)


def kernel_power(tables: Tables) -> Evidence:
    slopes = []
    for p in (1, 3):
        needed = tables.theory("tangent_samples", p=p)
        pair = needed[needed["d"].isin([40, 80])].sort_values("d")
        slopes.append(loglog_slope(pair["d"].to_numpy(dtype=float), pair["n"].to_numpy()))
    return Evidence.exact(slopes, ["p = 1", "p = 3"], [1.0, 3.0])


def _at_plateau(tables: Tables, experiment: str, target: str, **where: bool) -> pd.Series:
    """Return the error by seed at the sizes at which both methods are compared."""
    d, n = (tables.value("samples", name) for name in ("plateau_d", "plateau_n"))
    runs = tables.runs(experiment, target=target, d=d, n=n, **where)
    return runs.set_index("seed")["error"]


def separation(tables: Tables) -> Evidence:
    kernel = _at_plateau(tables, "tangent", "cube", bias=True)
    gap = (kernel - _at_plateau(tables, "samples", "cube")).dropna()
    return Evidence(gap.to_numpy()[:, None], ["d = 100, n = 1600"])


def steep_tanh(tables: Tables) -> Evidence:
    errors = _at_plateau(tables, "tangent", "steep-tanh", bias=True).to_numpy()
    plateau = tables.value("tangent", "plateau", target="steep-tanh")
    return Evidence(errors[:, None] / plateau, ["d = 100, n = 1600"])


def no_bias(tables: Tables) -> Evidence:
    errors = by_seed(tables.runs("tangent", target="cube", bias=False), "error", "n")
    return Evidence(errors.min(axis=1).to_numpy()[:, None], ["least over n"])
