"""Evidence for figure-3b."""

from feature_learning.papers.ba2022.claims import (
    WIDTHS,
    against_prediction,
    gains,
    ratios,
    small_step_risk,
)
from feature_learning.statistics import Evidence, Tables


def level(tables: Tables) -> Evidence:
    return against_prediction(tables, WIDTHS)


def ratio(tables: Tables) -> Evidence:
    return ratios(tables, WIDTHS, [4.0, 8.0])


def gain(tables: Tables) -> Evidence:
    return gains(tables, WIDTHS)


def gain_vanishes(tables: Tables) -> Evidence:
    trained, untrained = (small_step_risk(tables, WIDTHS, eta, [0.5, 4.0]) for eta in (8.0, 0.0))
    narrow, wide = (1 - trained / untrained).to_numpy().T
    return Evidence.stacked([("eta = 8", wide - narrow / 4)])
