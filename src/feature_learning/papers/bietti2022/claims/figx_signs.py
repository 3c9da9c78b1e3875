"""Evidence for figx-signs."""

import math

import numpy as np
import pandas as pd

from feature_learning.papers.bietti2022.claims import dimensions, smallest
from feature_learning.papers.bietti2022.shared.flows import flows
from feature_learning.papers.bietti2022.shared.model import RECOVERED
from feature_learning.papers.bietti2022.shared.thresholds import recovered
from feature_learning.statistics import Evidence, Tables, by_seed, loglog_slope, one_by_seed

_SPLIT = 0.4  # an end below this is close to the equator
_LEAST = 950  # samples: about d^3 at d = 10
_NEAR = 0.3  # without shared directions, an overlap below this is near the equator


def _at_ten(tables: Tables) -> pd.DataFrame:
    """Return the flows with ten times the theorem's samples."""
    runs = flows(tables)
    return runs[runs["ratio"].round(2) == 10]


def _shares(tables: Tables, s: int) -> Evidence:
    runs = _at_ten(tables)
    runs = runs[runs["s"] == s]
    parts = [
        (f"d = {d}, n = {n}", one_by_seed(own, "pole")) for (d, n), own in runs.groupby(["d", "n"])
    ]
    return Evidence(
        np.column_stack([hits for _, hits in parts]),
        [name for name, _ in parts],
        estimate="fraction",
    )


def flow_first(tables: Tables) -> Evidence:
    return _shares(tables, 1)


def flow_second(tables: Tables) -> Evidence:
    return _shares(tables, 2)


def flow_third(tables: Tables) -> Evidence:
    return _shares(tables, 3)


def ends_split(tables: Tables) -> Evidence:
    ends = _at_ten(tables)
    between = (ends["overlap"] > _SPLIT) & ~ends["pole"]
    return Evidence(between.to_numpy()[:, None], ["all s and d"], estimate="fraction")


def bad_is_small(tables: Tables) -> Evidence:
    """The size of each bad end's second layer over the median of the good ones' with the same s, d
    and n.
    """
    ends = flows(tables)
    ends = ends[ends["s"] > 1]
    good = ends[ends["pole"]].groupby(["s", "d", "n"])["second"].median().rename("good")
    bad = ends[~ends["pole"]].join(good, on=["s", "d", "n"])
    ratios = (bad["second"] / bad["good"]).dropna()
    return Evidence(ratios.to_numpy()[:, None], ["s = 2 and 3"], estimate="median")


def bad_to_equator(tables: Tables) -> Evidence:
    """The slope of the bad ends' geometric mean, a fit to the mean curves of their number and of
    the sum of their logarithms.
    """
    ends = flows(tables)
    ends = ends[(ends["s"] == 3) & (ends["d"] == 10)]
    sizes = sorted(n for n in ends["n"].unique() if n <= _largest(tables))
    ends = ends[ends["n"].isin(sizes)]
    ends = ends.assign(bad=~ends["pole"], log=np.log(ends["overlap"]) * ~ends["pole"])
    curves = np.hstack([by_seed(ends, name, "n")[sizes].to_numpy() for name in ("log", "bad")])

    def fit(mean: np.ndarray) -> float:
        logs, counts = np.split(mean, 2)
        return float(np.polyfit(np.log(sizes), logs / counts, 1)[0])

    return Evidence(curves, ["s = 3, d = 10"], fit=fit)


def _largest(tables: Tables) -> int:
    """Return 3000, or 10000 where other dimensions were run for s = 3, too."""
    return 10000 if len(tables.values("flow", "d", s=3)) > 1 else 3000


def flow_larger_s(tables: Tables) -> Evidence:
    ends, parts = flows(tables), []
    for s, n, more in ((1, 1000, 950), (2, 3162, 3000)):
        first, second = (
            one_by_seed(
                ends[(ends["s"] == own) & (ends["d"] == 10) & (ends["n"] == size)].assign(
                    hit=lambda frame: frame["pole"].astype(float)
                ),
                "hit",
            )
            for own, size in ((s, n), (s + 1, more))
        )
        parts.append((f"s = {s} over {s + 1}, n = {n}", first - second))
    return Evidence.stacked(parts if _largest(tables) > 3000 else parts[:1])


def sign_decides(tables: Tables) -> Evidence:
    runs = recovered(smallest(tables.runs("signs", s=2)), "force_signs")
    shares = by_seed(runs, "recovered", "force_signs")
    return Evidence.stacked([("s = 2", (shares[False] - shares[True] / 2).to_numpy())])


def recovery_rate(tables: Tables) -> Evidence:
    """The slope of each seed's distances where its flows ended at the pole; NaN without two."""
    runs, curves = _poles(tables), {}
    runs = runs[(runs["d"] == 10) & (runs["n"] >= _LEAST)]
    for s in tables.values("flow", "s"):
        own = runs[runs["s"] == s]
        if own["n"].nunique() < 3 or s > 2:
            continue
        slopes = own.groupby("seed").apply(_slope, include_groups=False)
        curves[f"s = {s}"] = slopes.reindex(tables.values("flow", "seed")).to_numpy()
    table = np.column_stack(list(curves.values()))
    return Evidence(table, list(curves), estimate="median")


def below_bound(tables: Tables) -> Evidence:
    runs = _poles(tables)
    runs = runs[(runs["ratio"].round(2) == 10) & (runs["bound"] < 0.5)]
    ratios = (runs["distance"] / runs["bound"]).to_numpy()
    return Evidence(ratios[:, None], ["all s and d"], estimate="median")


def _poles(tables: Tables) -> pd.DataFrame:
    """Return the flows that ended at a pole, with their distances from it."""
    runs = flows(tables)
    return runs[runs["pole"]].assign(distance=lambda ends: 1 - ends["overlap"])


def _slope(runs: pd.DataFrame) -> float:
    if len(runs) < 2:
        return math.nan
    return loglog_slope(runs["n"].to_numpy(dtype=float), runs["distance"].to_numpy())


def rate_constant(tables: Tables) -> Evidence:
    runs = tables.runs("learning_curves", n=3000)
    runs = runs[(runs["overlap"] > RECOVERED) & runs["d"].isin(dimensions(tables))]
    runs = runs[runs["s"] < 3]
    ratios = runs["n"] * (1 - runs["overlap"]) / ((runs["d"] - 1) * runs["constant"])
    medians = ratios.groupby([runs["seed"], runs["d"], runs["s"]]).median()
    return Evidence.stacked([("d, s pooled", medians.groupby("seed").mean().to_numpy())])


def untied_mass_at_poles(tables: Tables) -> Evidence:
    runs = tables.runs("untied")
    mass = runs["share"].where(runs["overlap"] > RECOVERED, 0.0).groupby(runs["seed"]).sum()
    return Evidence.stacked([("share of |c|^2", mass.to_numpy())])


def untied_not_all(tables: Tables) -> Evidence:
    runs = tables.runs("untied")
    between = (runs["overlap"] > _NEAR) & (runs["overlap"] < RECOVERED)
    return Evidence.stacked([("share of neurons", between.groupby(runs["seed"]).mean().to_numpy())])
