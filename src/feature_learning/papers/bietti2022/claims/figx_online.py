"""Evidence for figx-online."""

import numpy as np

from feature_learning.papers.bietti2022.shared.thresholds import recovered
from feature_learning.statistics import Evidence, Tables, by_seed, loglog_slope, one_by_seed


def many_passes(tables: Tables) -> Evidence:
    gaps = []
    for s, n in ((1, 1000), (2, 1000)):
        many, once = (
            recovered(tables.runs("one_pass", s=s, n=n, passes=passes), "factor")
            for passes in ("many", "one")
        )
        shares = by_seed(once, "recovered", "factor")
        best = shares[shares.mean().idxmax()].to_numpy()
        gaps.append((f"s = {s}, n = {n}", one_by_seed(many, "recovered") - best))
    return Evidence.stacked(gaps)


def sgd_exponent(tables: Tables) -> Evidence:
    """A slope of the curve of geometric means for each s, whose columns differ in d."""
    law, curves, cited = tables.theory("sgd_exponent"), [], []
    exponents = tables.values("sgd_exponent", "s")
    for s in exponents:
        curve = by_seed(tables.runs("sgd_exponent", s=s), "samples", "d")
        own = law[law["s"] == s].set_index("d").loc[list(curve.columns)]
        d = np.array(curve.columns, dtype=float)
        curves.append((d, np.log(curve.to_numpy())))
        cited.append(loglog_slope(d, own["cited"].to_numpy()) - s)

    def fit(mean: np.ndarray) -> np.ndarray:
        parts = np.split(mean, np.cumsum([len(d) for d, _ in curves])[:-1])
        return np.array(
            [
                np.polyfit(np.log(d), part, 1)[0] - s
                for s, (d, _), part in zip(exponents, curves, parts, strict=True)
            ]
        )

    observed = np.hstack([logs for _, logs in curves])
    return Evidence(observed, [f"s = {s}" for s in exponents], fit=fit).against(cited)
