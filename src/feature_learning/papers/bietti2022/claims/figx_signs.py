"""Evidence for figx-signs."""

import numpy as np
import pandas as pd

from feature_learning.papers.bietti2022.claims import smallest
from feature_learning.papers.bietti2022.shared.flows import flows
from feature_learning.papers.bietti2022.shared.thresholds import recovered
from feature_learning.statistics import Evidence, Tables, by_seed, one_by_seed

_SPLIT = 0.4  # an end below this is close to the equator


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
