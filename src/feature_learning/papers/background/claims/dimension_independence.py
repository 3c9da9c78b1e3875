"""Evidence for dimension-independence."""

import numpy as np

from feature_learning.statistics import Evidence, Tables, by_seed

_TIMES = [1.0, 10.0, 100.0]


def ode(tables: Tables) -> Evidence:
    """Return the decades between the risk of SGD and the equations'; the rival learns nothing."""
    parts, rivals = [], []
    for d in tables.values("dimension_independence", "d"):
        runs = tables.runs("dimension_independence", d=d)
        gaps = runs.assign(gap=np.log10(runs["risk"] / runs["ode_risk"]))
        parts.append(Evidence.of(by_seed(gaps, "gap", "t", _TIMES), "t", f"d = {d}"))
        flow = runs.groupby("t")["ode_risk"].mean()
        rivals += list(np.log10(flow.iloc[0] / flow[_TIMES]))
    return Evidence.joined(parts).against(rivals)
