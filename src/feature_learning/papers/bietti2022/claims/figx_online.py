"""Evidence for figx-online."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.papers.bietti2022.shared.model import RECOVERED
from feature_learning.statistics.evidence import Evidence


def many_passes(tables: Tables) -> Evidence:
    runs = tables.runs("one_pass")
    runs = runs.assign(found=runs["overlap"] > RECOVERED)
    columns, cells = [], [(1, 1000), (2, 1000), (2, 3000)]
    for s, n in cells:
        own = runs[(runs["s"] == s) & (runs["n"] == n)]
        many = own[own["passes"] == "many"].groupby("seed")["found"].mean()
        once = own[own["passes"] == "one"].groupby(["seed", "factor"])["found"].mean().unstack("factor")
        columns.append((many - once[once.mean().idxmax()]).to_numpy())
    return Evidence(np.column_stack(columns), [f"s = {s}, n = {n}" for s, n in cells])
