"""Evidence for fig11."""

from feature_learning.core.tables import Tables
from feature_learning.papers.dandi2023.claims import exponents
from feature_learning.statistics.evidence import Evidence


def never(tables: Tables) -> Evidence:
    names = {"one": "step 1", "root-d": "step sqrt d"}
    runs = tables.runs("never")
    times = sorted(runs["time"].unique())
    cases = [(step, time) for step in names for time in times]
    return exponents({f"{names[s]}, T = {t}": (runs[(runs["step"] == s) & (runs["time"] == t)], "size") for s, t in cases})
