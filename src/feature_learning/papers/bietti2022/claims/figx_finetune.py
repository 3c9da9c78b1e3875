"""Evidence for figx-finetune."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, by_seed
from feature_learning.statistics.exponents import loglog_slope


def rate(tables: Tables) -> Evidence:
    law, columns, points = tables.theory("fine_tuning"), [], []
    for tau in sorted(law["tau"].unique()):
        curves = by_seed(tables.runs("fine_tuning", s=1, width=1000, tau=tau), "excess", "samples")
        bound = float(law[law["tau"] == tau]["exponent"].iloc[0])
        columns.append([loglog_slope(curves.columns.to_numpy(dtype=float), row) - bound for row in curves.to_numpy()])
        points.append(f"tau = {tau:g}")
    return Evidence(np.array(columns).T, points)


def floor(tables: Tables) -> Evidence:
    runs = tables.runs("fine_tuning", s=1, width=100, tau=10.0, samples=10000)
    ratio = by_seed(runs.assign(ratio=runs["excess"] / runs["floor"]), "ratio", "samples")
    return Evidence(ratio.to_numpy(), ["100 neurons, 10000 samples"])
