"""Evidence for fig5."""

from feature_learning.statistics import Evidence, Tables, named


def ridgeless_above(tables: Tables) -> Evidence:
    rows = tables.theory("phase_diagram", rho_over_threshold=1.2)
    return Evidence.exact(rows["best_lbar"].tolist(), named("n/d", rows["psi2"].tolist()))


def ridge_below(tables: Tables) -> Evidence:
    rows = tables.theory("phase_diagram", rho_over_threshold=0.8)
    gains = rows["ridgeless_risk"] - rows["best_risk"]
    return Evidence.exact(gains.tolist(), named("n/d", rows["psi2"].tolist()))
