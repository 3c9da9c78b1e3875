"""Evidence for fig-phase."""

from feature_learning.statistics import Evidence, Tables, named


def aligned(tables: Tables) -> Evidence:
    law = tables.theory("phase", gamma1=0.0)
    gap = (law["exponent"] - 1 - (law["k"] - 1) * (1 - law["gamma2"])).abs()
    largest = gap.groupby(law["k"]).max()
    return Evidence.exact(largest.tolist(), named("k", largest.index.tolist()))
