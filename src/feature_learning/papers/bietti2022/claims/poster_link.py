"""Evidence for poster-link."""

from dataclasses import replace

import numpy as np
import pandas as pd

from feature_learning.papers.bietti2022.claims import dimensions, shares, smallest
from feature_learning.papers.bietti2022.shared.model import RECOVERED
from feature_learning.papers.bietti2022.shared.thresholds import MIDDLE, best, held_out
from feature_learning.statistics import Evidence, Tables, named, one_by_seed


def _overlaps(tables: Tables, s: int, d: int, n: int) -> np.ndarray:
    """Return each seed's best overlap, (seeds,)."""
    return one_by_seed(best(tables.runs("learning_curves", s=s, d=d, n=n)), "overlap")


def larger_exponent_needs_more(tables: Tables) -> Evidence:
    middle, large = dimensions(tables)
    gaps = [
        (
            f"s = {s} over {s + 1}, d = {d}, n = {n}",
            _overlaps(tables, s, d, n) - _overlaps(tables, s + 1, d, n),
        )
        for s, d, n in ((1, middle, 100), (1, large, 300), (2, middle, 300), (2, large, 1000))
    ]
    return Evidence.stacked(gaps)


def recovered(tables: Tables) -> Evidence:
    every, points, columns = tables.values("learning_curves", "d"), [], []
    for s, d in [*((s, d) for s in (1, 2) for d in every), (3, every[0])]:
        n = tables.values("learning_curves", "n", s=s, d=d)[-1]
        points.append(f"s = {s}, d = {d}, n = {n}")
        columns.append(_overlaps(tables, s, d, n) > RECOVERED)
    return Evidence(np.column_stack(columns), points, estimate="fraction")


def recovered_single(tables: Tables) -> Evidence:
    """Shares of the inits of each seed; inits of a seed share a sample."""
    parts = []
    for s in (1, 2):
        for d in tables.values("learning_curves", "d"):
            n = tables.values("learning_curves", "n", s=s, d=d)[-1]
            single = shares(tables.runs("learning_curves", s=s, d=d, n=n))
            parts.append((f"s = {s}, d = {d}, n = {n}", single[s].to_numpy()))
    return replace(Evidence.stacked(parts), estimate="median")


def recovered_third(tables: Tables) -> Evidence:
    overlaps = np.concatenate([_overlaps(tables, 3, d, 10000) for d in dimensions(tables)])
    return Evidence(overlaps[:, None] > RECOVERED, ["both dimensions"], estimate="fraction")


def few_samples(tables: Tables) -> Evidence:
    """One row per seed, because the settings of a seed share inputs and inits."""
    cells = [(s, d, n) for s, n in ((1, 30), (2, 30), (3, 100)) for d in dimensions(tables)]
    overlaps = np.column_stack([_overlaps(tables, *cell) for cell in cells])
    recovers = np.any(overlaps > RECOVERED, axis=1, keepdims=True)
    return Evidence(recovers, [f"any of {len(cells)} settings"], estimate="fraction")


def validation_choice(tables: Tables) -> Evidence:
    runs = tables.runs("learning_curves", n=1000)
    gaps = shares(best(runs)) - shares(held_out(runs))
    return Evidence(gaps.to_numpy(), named("s", list(gaps.columns)))


def inits_decide(tables: Tables) -> Evidence:
    runs = smallest(tables.runs("learning_curves", s=3))
    d, runs = runs["d"].iloc[0], runs[runs["n"] == 10000]
    return Evidence((shares(best(runs)) - shares(runs)).to_numpy(), [f"d = {d}"])


def refit_matters(tables: Tables) -> Evidence:
    runs = best(tables.runs("learning_curves", s=2, d=MIDDLE, n=3000))
    ratio = one_by_seed(runs, "raw") / one_by_seed(runs, "refit")
    return Evidence.stacked([("n = 3000", ratio)])


def _from_a_thousand(tables: Tables) -> pd.DataFrame:
    runs = tables.runs("learning_curves")
    return runs[runs["n"] >= 1000]


def _medians(runs: pd.DataFrame, column: str, point: str) -> Evidence:
    """Return the median over each seed's runs."""
    return Evidence.stacked([(point, runs.groupby("seed")[column].median().to_numpy())])


def refit_theory(tables: Tables) -> Evidence:
    runs = _from_a_thousand(tables)
    runs = runs.assign(distance=np.abs(np.log10(runs["refit"] / runs["predicted"])))
    return _medians(runs, "distance", "runs with n of 1000 or more")


def unlearned_at_null(tables: Tables) -> Evidence:
    runs, nulls = _from_a_thousand(tables), tables.theory("learning_curves")[["s", "d", "null"]]
    runs = runs[runs["overlap"] < 0.3].merge(nulls, on=["s", "d"], how="left")
    runs = runs.assign(ratio=runs["refit"] / runs["null"])
    return _medians(runs, "ratio", "runs with |m| below 0.3")
