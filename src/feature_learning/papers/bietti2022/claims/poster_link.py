"""Evidence for poster-link."""

from dataclasses import replace

import numpy as np
import pandas as pd

from feature_learning.papers.bietti2022.claims import dimensions, shares, smallest
from feature_learning.papers.bietti2022.shared.model import RECOVERED
from feature_learning.papers.bietti2022.shared.thresholds import MIDDLE, best, held_out
from feature_learning.statistics import (
    Evidence,
    Tables,
    by_seed,
    named,
    one_by_seed,
    slope_per_seed,
)


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


def refit_rate(tables: Tables) -> Evidence:
    law, gaps = tables.theory("fine_tuning").sort_values("tau"), []
    for tau, bound in zip(law["tau"], law["exponent"], strict=True):
        for s in tables.values("fine_tuning", "s"):
            runs = tables.runs("fine_tuning", s=s, growing=True, tau=tau)
            slopes = slope_per_seed(by_seed(runs, "excess", "samples"))
            gaps.append((f"s = {s}, tau = {tau:g}", slopes - bound))
    return Evidence.stacked(gaps)


def refit_floor(tables: Tables) -> Evidence:
    runs = tables.runs("fine_tuning", s=1, growing=False, tau=10.0, samples=10000)
    ratios = one_by_seed(runs.assign(ratio=runs["excess"] / runs["floor"]), "ratio")
    return Evidence.stacked([("100 neurons, 10000 samples", ratios)])


def trained_rate(tables: Tables) -> Evidence:
    """The slope of the recovered runs' geometric mean, a fit to the mean curves of their number and
    of the sum of their logarithms.
    """
    runs = tables.runs("fine_tuning_trained", samples=10000)
    recovered = (runs["overlap"] > RECOVERED).astype(float)
    runs = runs.assign(recovered=recovered, log=np.log(runs["excess"]) * recovered)
    exponents, sizes = (tables.values("fine_tuning_trained", name) for name in ("s", "n"))
    curves = [
        by_seed(runs[runs["s"] == s], name, "n")[sizes].to_numpy()
        for s in exponents
        for name in ("log", "recovered")
    ]

    def fit(mean: np.ndarray) -> np.ndarray:
        logs, counts = mean.reshape(len(exponents), 2, len(sizes)).swapaxes(0, 1)
        return np.array([np.polyfit(np.log(sizes), row, 1)[0] for row in logs / counts])

    return Evidence(np.hstack(curves), named("s", exponents), fit=fit)
