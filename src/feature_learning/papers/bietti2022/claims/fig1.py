"""Evidence for fig1."""

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.bietti2022.claims import shares_of
from feature_learning.papers.bietti2022.shared.model import RECOVERED
from feature_learning.papers.bietti2022.shared.thresholds import MIDDLE, best, dimensions, held_out, null_risk
from feature_learning.statistics.evidence import Evidence, by_seed, named


def _overlaps(runs: pd.DataFrame, s: int, d: int, n: int) -> np.ndarray:
    """Return each seed's best overlap, (seeds,)."""
    own = best(runs[(runs["s"] == s) & (runs["d"] == d) & (runs["n"] == n)])
    return by_seed(own, "overlap", "n", [n])[n].to_numpy()


def _largest(runs: pd.DataFrame, s: int, d: int) -> int:
    return int(runs[(runs["s"] == s) & (runs["d"] == d)]["n"].max())


def larger_exponent_needs_more(tables: Tables) -> Evidence:
    runs = tables.runs("learning_curves")
    middle, large = dimensions(runs)
    cells = [(1, middle, 100), (1, large, 300), (2, middle, 300), (2, large, 1000)]
    gaps = [(f"s = {s} over {s + 1}, d = {d}, n = {n}", _overlaps(runs, s, d, n) - _overlaps(runs, s + 1, d, n)) for s, d, n in cells]
    return Evidence.stacked(gaps)


def recovered(tables: Tables) -> Evidence:
    runs = tables.runs("learning_curves")
    every = sorted(map(int, runs["d"].unique()))
    cells = [(s, d, _largest(runs, s, d)) for s in (1, 2) for d in every] + [(3, every[0], _largest(runs, 3, every[0]))]
    columns = [_overlaps(runs, *cell) > RECOVERED for cell in cells]
    return Evidence(np.column_stack(columns), [f"s = {s}, d = {d}, n = {n}" for s, d, n in cells], estimate="fraction")


def recovered_third(tables: Tables) -> Evidence:
    runs = tables.runs("learning_curves")
    pooled = np.concatenate([_overlaps(runs, 3, d, 10000) for d in dimensions(runs)]) > RECOVERED
    return Evidence(pooled[:, None], ["both dimensions"], estimate="fraction")


def few_samples(tables: Tables) -> Evidence:
    runs = tables.runs("learning_curves")
    cells = [(s, d, n) for s, n in ((1, 30), (2, 30), (3, 100)) for d in dimensions(runs)]
    pooled = np.concatenate([_overlaps(runs, *cell) for cell in cells]) > RECOVERED
    return Evidence(pooled[:, None], [f"{len(cells)} settings"], estimate="fraction")


def validation_choice(tables: Tables) -> Evidence:
    runs = tables.runs("learning_curves", n=1000)
    gaps = shares_of(best(runs)) - shares_of(held_out(runs))
    return Evidence(gaps.to_numpy(), named("s", list(gaps.columns)))


def inits_decide(tables: Tables) -> Evidence:
    runs = tables.runs("learning_curves", s=3)
    d = int(runs["d"].min())
    runs = runs[(runs["d"] == d) & (runs["n"] == 10000)]
    gap = shares_of(best(runs)) - shares_of(runs)
    return Evidence(gap.to_numpy(), [f"d = {d}"])


def refit_matters_raw(tables: Tables) -> Evidence:
    own = best(tables.runs("learning_curves", s=2, d=MIDDLE, n=3000))
    raw = by_seed(own, "raw", "n", [3000]).to_numpy()
    return Evidence(raw / null_risk(tables, 2, MIDDLE), ["n = 3000"])
