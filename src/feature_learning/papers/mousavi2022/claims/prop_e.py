"""Evidence for prop-e."""

import numpy as np

from feature_learning.statistics import Evidence, Tables, by_seed, slope_of_mean, slope_per_seed


def _at_rank(tables: Tables, layer: str, value: str, rank: int) -> np.ndarray:
    return by_seed(tables.runs("compress", layer=layer), value, "rank", [rank]).to_numpy()


def energy(tables: Tables) -> Evidence:
    return Evidence(_at_rank(tables, "decay", "energy", 0), ["lambda = 1"])


def no_decay(tables: Tables) -> Evidence:
    gap = _at_rank(tables, "decay", "energy", 0) - _at_rank(tables, "no-decay", "energy", 0)
    return Evidence(gap, ["lambda = 1 less 0"])


def _of_rank_one(tables: Tables, layer: str) -> np.ndarray:
    """Return the error of rank one over that of the whole layer."""
    return _at_rank(tables, layer, "error", 1) / _at_rank(tables, layer, "full", 1)


def rank_one(tables: Tables) -> Evidence:
    return Evidence(_of_rank_one(tables, "decay"), ["lambda = 1"])


def _against_time(tables: Tables, value: str, layer: str) -> Evidence:
    """Return the slope of the mean over seeds against t + t0, at the smaller dimension."""
    runs = tables.runs("compress_time", layer=layer)
    curves = by_seed(runs[runs["d"] == runs["d"].min()], value, "t_over_d")
    offset = tables.value("compress_time", "step_offset")
    return slope_of_mean(
        curves.set_axis(curves.columns.to_numpy(dtype=float) + offset, axis=1), "slope"
    )


def _rate(tables: Tables, value: str) -> Evidence:
    without = _against_time(tables, value, "no-decay")
    assert without.fit is not None
    rival = float(without.fit(without.observed.mean(axis=0)))
    return _against_time(tables, value, "decay").against(rival)


def cost_rate(tables: Tables) -> Evidence:
    return _rate(tables, "cost")


def lost_rate(tables: Tables) -> Evidence:
    return _rate(tables, "lost")


def lost_dimension(tables: Tables) -> Evidence:
    """Each seed's exponent between the two dimensions, at the times that both have."""
    runs, parts = tables.runs("compress_time", layer="decay"), []
    dimensions = sorted(runs["d"].unique())
    for time, own in runs.groupby("t_over_d"):
        if own["d"].nunique() == len(dimensions):
            curves = by_seed(own, "lost", "d")
            parts.append((f"T/d = {time:g}", slope_per_seed(curves)))
    return Evidence.stacked(parts)
