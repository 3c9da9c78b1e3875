"""Evidence for fig11."""

from feature_learning.papers.dandi2023.claims import exponents
from feature_learning.statistics import Evidence, Tables

_STEPS = {"one": "step 1", "root-d": "step sqrt d"}


def never(tables: Tables) -> Evidence:
    return exponents(
        {
            f"{name}, T = {time}": (tables.runs("never", step=step, time=time), "size")
            for step, name in _STEPS.items()
            for time in tables.values("never", "time")
        }
    )
