"""Evidence for fig5."""

import pandas as pd

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence, named


def _phase(tables: Tables, multiple: float) -> pd.DataFrame:
    return tables.theory("phase_diagram", rho_over_threshold=multiple)


def ridgeless_above(tables: Tables) -> Evidence:
    rows = _phase(tables, 1.2)
    return Evidence.exact(rows["best_lbar"].tolist(), named("n/d", rows["psi2"].tolist()))


def ridge_below(tables: Tables) -> Evidence:
    rows = _phase(tables, 0.8)
    return Evidence.exact((rows["ridgeless_risk"] - rows["best_risk"]).tolist(), named("n/d", rows["psi2"].tolist()))
