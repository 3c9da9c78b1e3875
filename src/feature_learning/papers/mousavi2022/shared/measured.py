"""What the claims read from the tables: matrices with one row per seed, and evidence that several claims share."""

from __future__ import annotations

import numpy as np
import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2022.shared.late_times import FITTED_FROM, last, late_slopes
from feature_learning.statistics.evidence import Evidence, by_seed, named
from feature_learning.statistics.exponents import loglog_slope


def neurons(tables: Tables, value: str, *biases: str) -> Evidence:
    """Return one number per seed, without or with biases."""
    frame = by_seed(tables.runs("neurons"), value, "bias", biases)
    return Evidence(frame.to_numpy(), [f"biases {bias}" for bias in biases])


def decay_slopes(tables: Tables, decays: list[float]) -> np.ndarray:
    """Return late exponents, one column per decay."""
    runs = tables.runs("decay")
    offset = float(runs["step_offset"].iloc[0])
    return np.column_stack([late_slopes(runs[runs["decay"] == decay], FITTED_FROM["prop-b"], offset) for decay in decays])


def final(tables: Tables, value: str) -> pd.DataFrame:
    """Return a column at the last time, with one row per seed and one column per decay."""
    return by_seed(last(tables.runs("decay")), value, "decay")


def over_prediction(tables: Tables, value: str, decays: list[float]) -> Evidence:
    """Return a column at the last time over its prediction for the same network, at given decays."""
    ratios = final(tables, value)[decays] / final(tables, f"predicted_{value}")[decays]
    return Evidence(ratios.to_numpy(), named("lambda", decays))


def gap_exponents(tables: Tables, over: str) -> Evidence:
    """Return the exponents in ``width`` or ``d`` of the gap, a mean over the other, where every network has been run."""
    runs = tables.runs("gap")
    whole = runs.groupby("t_over_d")["gap"].transform("size") == runs.groupby("t_over_d")["gap"].transform("size").max()
    means = runs[whole].groupby(["seed", "t_over_d", over])["gap"].mean().unstack(["t_over_d", over]).sort_index(axis=1)
    times = sorted(means.columns.unique(level="t_over_d"))
    sizes = np.array(sorted(means.columns.unique(level=over)), dtype=float)

    def fit(mean: np.ndarray) -> np.ndarray:
        return np.array([loglog_slope(sizes, row) for row in mean.reshape(len(times), len(sizes))])

    return Evidence(means.to_numpy(), named("T/d", times), fit=fit)


def over_bound(runs: pd.DataFrame, bound: pd.DataFrame, by: list[str]) -> Evidence:
    """Return gaps over their bound at each point; ``bound`` has one row for all values of those columns of `by` that it has."""
    runs = runs.merge(bound, on=[name for name in by if name in bound])
    points = [", ".join(f"{name} = {value}" for name, value in zip(by, row, strict=True)) for row in runs[by].itertuples(index=False)]
    matrix = by_seed(runs.assign(ratio=runs["gap"] / runs["bound"], point=points), "ratio", "point")
    return Evidence(matrix.to_numpy(), list(matrix.columns))


def at_plateau(tables: Tables, experiment: str, target: str, **where: bool) -> pd.Series:
    """Return the error by seed at the sizes at which both methods are compared."""
    sizes = tables.runs("samples", target="cube")[["plateau_d", "plateau_n"]].iloc[0]
    runs = tables.runs(experiment, target=target, **where)
    own = runs[(runs["d"] == sizes["plateau_d"]) & (runs["n"] == sizes["plateau_n"])]
    return own.set_index("seed")["error"]


def layer_values(tables: Tables, layer: str, value: str, *ranks: int) -> np.ndarray:
    """Return a column at given ranks of one first layer, (seeds, ranks)."""
    return by_seed(tables.runs("compress", layer=layer), value, "rank", ranks).to_numpy()


def singular_ratio(tables: Tables, target: str, *decays: float) -> Evidence:
    """Return the second over the first singular value at the end."""
    runs = last(tables.runs("subspace", target=target)).assign(ratio=lambda frame: frame["second"] / frame["first"])
    return Evidence(by_seed(runs, "ratio", "decay", decays).to_numpy(), named("lambda", decays))
