"""Evidence for figure-3b."""

from feature_learning.papers.ba2022.claims import WIDTHS, against_prediction
from feature_learning.statistics import Evidence, Tables


def level(tables: Tables) -> Evidence:
    return against_prediction(tables, WIDTHS)
