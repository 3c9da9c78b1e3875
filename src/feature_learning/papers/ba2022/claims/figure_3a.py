"""Evidence for figure-3a."""

from feature_learning.papers.ba2022.claims import SAMPLES, against_prediction
from feature_learning.statistics import Evidence, Tables

_LEVEL_AT = [0.5, 4.0, 8.0]  # where seeds scatter least, away from n = N


def level(tables: Tables) -> Evidence:
    return against_prediction(tables, SAMPLES, _LEVEL_AT)
