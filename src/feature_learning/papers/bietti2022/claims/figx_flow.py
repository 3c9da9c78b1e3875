"""Evidence for figx-flow."""

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, named


def escape_law(tables: Tables) -> Evidence:
    law = tables.theory("population_flow", ridge=0.1, link="zigzag-half").sort_values("s")
    return Evidence.exact(law["exponent"].tolist(), named("s", law["s"].tolist()), [2 * s - 1 for s in law["s"]])


def code_link_slower(tables: Tables) -> Evidence:
    law = tables.theory("population_flow", ridge=0.1, link="zigzag", s=3)
    return Evidence.exact(law["exponent"].tolist(), ["s = 3"])
