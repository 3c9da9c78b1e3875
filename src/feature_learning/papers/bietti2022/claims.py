"""The evidence for each claim of ``figures.yaml``: one function per claim, named after its full id."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, by_seed, named
from feature_learning.statistics.exponents import crossing, loglog_slope

RECOVERED = 0.9


def _curves(tables: Tables, value: str, s: int, d: int, sizes: Sequence[int] | None = None) -> pd.DataFrame:
    return by_seed(tables.runs("learning_curves", s=s, d=d), value, "n", sizes)


def _cells(tables: Tables, value: str, cells: Sequence[tuple[int, int, int]]) -> Evidence:
    """Return a value with one column per (d, s, n)."""
    columns = [_curves(tables, value, s, d, [n]).to_numpy() for d, s, n in cells]
    return Evidence(np.hstack(columns), [f"d = {d}, s = {s}, n = {n}" for d, s, n in cells])


def _null(tables: Tables, s: int, d: int) -> float:
    return float(tables.theory("learning_curves", s=s, d=d)["null"].iloc[0])


def _up_to(tables: Tables, s: int, d: int, most: int) -> list[int]:
    return [n for n in map(int, _curves(tables, "overlap", s, d).columns) if n <= most]


def fig1_recovered(tables: Tables) -> Evidence:
    """The overlaps where the direction should be found."""
    return _cells(tables, "overlap", [(20, 1, 1000), (20, 2, 1000), (10, 1, 1000)])


def fig1_larger_exponent_needs_more(tables: Tables) -> Evidence:
    """The overlap for s = 1 minus that for s = 3, paired."""
    gaps = [_curves(tables, "overlap", 1, d, [300]).to_numpy() - _curves(tables, "overlap", 3, d, [300]).to_numpy() for d in (10, 20)]
    return Evidence(np.hstack(gaps), named("d", [10, 20]))


def fig1_thresholds_ordered(tables: Tables) -> Evidence:
    """Whether each pair of crossings is ordered, seed by seed."""
    found = []
    for s in (1, 2, 3):
        curves = _curves(tables, "overlap", s, 10)
        sizes = curves.columns.to_numpy(dtype=float)
        crossed = [sizes[0] if row[0] >= 0.7 else crossing(sizes, row, 0.7) for row in curves.to_numpy()]
        found.append(np.nan_to_num(np.array(crossed), nan=np.inf))
    return Evidence(np.column_stack([found[0] < found[1], found[1] < found[2]]), ["s = 1 before 2", "s = 2 before 3"], estimate="fraction")


def _third(tables: Tables, value: str) -> pd.DataFrame:
    return _curves(tables, value, 3, 20, _up_to(tables, 3, 20, 3000))


def fig1_third_exponent_not_learned(tables: Tables) -> Evidence:
    """The overlaps for s = 3."""
    matrix = _third(tables, "overlap")
    return Evidence(matrix.to_numpy(), named("n", list(matrix.columns)))


def fig1_third_exponent_not_recovered(tables: Tables) -> Evidence:
    """Whether a run with s = 3 recovers, over sample sizes and seeds."""
    matrix = _third(tables, "overlap").to_numpy()
    return Evidence((matrix > RECOVERED).reshape(-1, 1), ["all n"], estimate="fraction")


def fig1_third_exponent_risk(tables: Tables) -> Evidence:
    """The excess risk after the refit over the null risk, for s = 3."""
    matrix = _third(tables, "refit") / _null(tables, 3, 20)
    return Evidence(matrix.to_numpy(), named("n", list(matrix.columns)))


def fig1_few_samples_recover_nothing(tables: Tables) -> Evidence:
    """Whether a run at the smallest n recovers."""
    return Evidence(tables.runs("learning_curves", n=30)["overlap"].to_numpy()[:, None] > RECOVERED, ["all runs"], estimate="fraction")


def _over_null(tables: Tables, value: str) -> Evidence:
    return Evidence(_curves(tables, value, 2, 20, [3000]).to_numpy() / _null(tables, 2, 20), ["n = 3000"])


def figx_raw_refit_matters_raw(tables: Tables) -> Evidence:
    """The excess risk before the refit over the null risk."""
    return _over_null(tables, "raw")


def figx_raw_refit_matters_after(tables: Tables) -> Evidence:
    """The excess risk after the refit on fresh samples over the null risk."""
    return _over_null(tables, "refit")


def _large(tables: Tables) -> pd.DataFrame:
    runs = tables.runs("learning_curves")
    return runs[runs["n"] >= 1000]


def figx_collapse_refit_theory(tables: Tables) -> Evidence:
    """The median over runs of the distance between the risk and R(|m|)."""
    runs = _large(tables)
    return Evidence(np.abs(np.log10(runs["refit"].to_numpy() / runs["predicted"].to_numpy()))[:, None], ["all runs"], estimate="median")


def figx_collapse_unlearned_at_null(tables: Tables) -> Evidence:
    """The median of the risk over the null risk, over the runs that learned nothing."""
    runs = _large(tables)
    runs = runs[runs["overlap"] < 0.3]
    nulls = [_null(tables, int(s), int(d)) for s, d in zip(runs["s"], runs["d"], strict=True)]
    return Evidence((runs["refit"] / np.array(nulls)).to_numpy()[:, None], [f"{len(runs)} runs"], estimate="median")


def figx_rate_recovery_rate(tables: Tables) -> Evidence:
    """The slope of 1 - |m| against n for each seed; the median is over seeds."""
    columns: list[list[float]] = []
    for s in (1, 2):
        curves = 1 - _curves(tables, "overlap", s, 10)
        curves = curves[[n for n in map(int, curves.columns) if n >= 1000]]
        columns.append([loglog_slope(curves.columns.to_numpy(dtype=float), row) for row in curves.to_numpy()])
    return Evidence(np.array(columns).T, named("s", [1, 2]), estimate="median")


def figx_landscape_theorem(tables: Tables) -> Evidence:
    """How often the loss at infinite width runs against the theorem."""
    predicted = tables.theory("landscape")
    predicted = predicted[predicted["ridge"] >= 1e-3]
    points = [f"s = {s}, ridge = {ridge:g}" for s, ridge in zip(predicted["s"], predicted["ridge"], strict=True)]
    return Evidence.exact(list(map(float, predicted["violations"])), points)


def figx_landscape_finite_width(tables: Tables) -> Evidence:
    """How often the losses of a seed's draws run against the theorem."""
    runs = tables.runs("landscape")
    totals = runs[runs["ridge"] >= 1e-4].groupby(["seed", "s"])["violations"].sum().unstack("s")
    return Evidence(totals.to_numpy(), named("s", list(totals.columns)))


def fig1_theorem_sample_size(tables: Tables) -> Evidence:
    """The overlaps at ten times the theorem's sample size."""
    return _cells(tables, "overlap", [(10, 1, 1000), (10, 2, 3000)])


def fig1_theorem_sample_size_third(tables: Tables) -> Evidence:
    """The overlaps at ten times the theorem's sample size, for s = 3."""
    return _cells(tables, "overlap", [(10, 3, 10000)])


def _choices(tables: Tables, s: int) -> pd.DataFrame:
    """Return overlaps by seed: single run, best of the hyperparameters, best of the inits."""
    runs = tables.runs("selection", s=s, d=10)
    runs = runs[runs["n"] == runs["restarts_at"]]
    default = runs[(runs["eta"] == runs["default_eta"]) & (runs["ridge"] == runs["default_ridge"])]
    best = {"hyperparameters": runs[runs["restart"] == 0], "restarts": default, "single": default[default["restart"] == 0]}
    return pd.DataFrame({name: chosen.groupby("seed")["overlap"].max() for name, chosen in best.items()})


def figx_selection_decides_third(tables: Tables) -> Evidence:
    """The overlap of the best of 12 inits minus that of a single one."""
    choices = _choices(tables, 3)
    return Evidence((choices["restarts"] - choices["single"]).to_numpy()[:, None], ["s = 3"])


def figx_selection_hyperparameters_between(tables: Tables) -> Evidence:
    """The differences of overlap between the three ways of choosing a run."""
    choices = _choices(tables, 3)
    gaps = [choices["hyperparameters"] - choices["single"], choices["restarts"] - choices["hyperparameters"]]
    return Evidence(np.column_stack(gaps), ["hyperparameters over single", "inits over hyperparameters"])


def _gaps(tables: Tables, d: int, s: int, sizes: Sequence[int], level: str) -> Evidence:
    kernel = tables.runs("kernel_baseline", d=d, s=s).groupby("n")["excess"].agg(level)
    network = _curves(tables, "refit", s, d, sizes)
    return Evidence(kernel[list(sizes)].to_numpy() - 3 * network.to_numpy(), [f"d = {d}, s = {s}, n = {n}" for n in sizes])


def figx_krr_beats_kernels(tables: Tables) -> Evidence:
    """The kernel's smallest excess risk minus three times the network's."""
    return _gaps(tables, 20, 2, [1000, 3000], "min")


def figx_krr_no_gap_for_third(tables: Tables) -> Evidence:
    """The kernel's mean excess risk minus three times the network's, for s = 3."""
    return _gaps(tables, 10, 3, [3000], "mean")


def figx_krr_small_gap_for_first(tables: Tables) -> Evidence:
    """The kernel's mean excess risk minus three times the network's, for s = 1."""
    return _gaps(tables, 10, 1, [3000], "mean")


def figx_selection_ridge_irrelevant_at_small_steps(tables: Tables) -> Evidence:
    """The range of each seed's overlap over the ridges."""
    runs = tables.runs("selection", restart=0, n=1000, d=10)
    smallest = runs[runs["eta"] == runs["eta"].min()]
    ranges = smallest.groupby(["seed", "s"])["overlap"].agg(np.ptp).unstack("s")
    return Evidence(ranges.to_numpy(), named("s", list(ranges.columns)))


def figx_uniform_concentration(tables: Tables) -> Evidence:
    """The slope of each seed's largest distance against n."""
    columns = []
    for s in (1, 2, 3):
        curves = by_seed(tables.runs("concentration", s=s), "distance", "n")
        columns.append([loglog_slope(curves.columns.to_numpy(dtype=float), row) for row in curves.to_numpy()])
    return Evidence(np.array(columns).T, named("s", [1, 2, 3]))
