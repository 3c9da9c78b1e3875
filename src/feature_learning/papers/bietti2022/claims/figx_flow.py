"""Evidence for figx-flow."""

from feature_learning.statistics import Evidence, Tables, named


def escape_law(tables: Tables) -> Evidence:
    law = tables.theory("population_flow", ridge=0.1, link="zigzag-half").sort_values("s")
    predicted = (2 * law["s"] - 1).tolist()
    return Evidence.exact(law["exponent"].tolist(), named("s", law["s"].tolist()), predicted)


def code_link_slower(tables: Tables) -> Evidence:
    exponent = tables.value("population_flow", "exponent", ridge=0.1, link="zigzag", s=3)
    return Evidence.exact([exponent], ["s = 3"])
