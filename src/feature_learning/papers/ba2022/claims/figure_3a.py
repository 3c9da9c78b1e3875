"""Evidence for figure-3a."""

from feature_learning.papers.ba2022.claims import SAMPLES, against_prediction, gains, ratios
from feature_learning.statistics import Evidence, Tables

_LEVEL_AT = [0.5, 4.0, 8.0]  # where seeds scatter least, away from n = N
_RATIO_AT = [0.5, 1.0, 3.0, 4.0, 8.0]  # away from n = N


def level(tables: Tables) -> Evidence:
    return against_prediction(tables, SAMPLES, _LEVEL_AT)


def ratio_four(tables: Tables) -> Evidence:
    return ratios(tables, SAMPLES, [4.0], _RATIO_AT)


def ratio_eight(tables: Tables) -> Evidence:
    return ratios(tables, SAMPLES, [8.0], _RATIO_AT)


def gain(tables: Tables) -> Evidence:
    return gains(tables, SAMPLES)
