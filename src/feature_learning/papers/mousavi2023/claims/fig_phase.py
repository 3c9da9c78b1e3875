"""Evidence for fig-phase."""

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, named


def aligned(tables: Tables) -> Evidence:
    frame = tables.theory("phase", gamma1=0.0)
    gap = (frame["exponent"] - 1 - (frame["k"] - 1) * (1 - frame["gamma2"])).abs()
    found = gap.groupby(frame["k"]).max()
    return Evidence.exact(found.tolist(), named("k", found.index.tolist()))
