"""Evidence for fig-width."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, by_run, by_seed, named


def overlap(tables: Tables) -> Evidence:
    widths, parts, names = (16, 4096), [], []
    for d in (64, 1024):
        exact = tables.theory("width_overlap", d=d).set_index("width")["largest"]
        found = by_seed(by_run(tables.runs("width_overlap", d=d)), "largest", "width", widths).to_numpy()
        parts.append(found / exact.loc[list(widths)].to_numpy())
        names += [f"d = {d}, {name}" for name in named("N", widths)]
    return Evidence(np.hstack(parts), names, estimate="median")


def helps(tables: Tables) -> Evidence:
    found = by_seed(tables.runs("width"), "some", "width", (1, 32)).to_numpy(dtype=float)
    return Evidence.stacked([("N = 32 less N = 1", found[:, 1] - found[:, 0])])
