"""Evidence for fig3b."""

from feature_learning.papers.ba2022.claims import (
    WIDTHS,
    against_prediction,
    ratios,
    small_step_risk,
)
from feature_learning.statistics import Evidence, Tables, at_points

_LEAST_GAIN = 0.003


def level(tables: Tables) -> Evidence:
    return against_prediction(tables, WIDTHS)


def ratio(tables: Tables) -> Evidence:
    return ratios(tables, WIDTHS, [4.0, 8.0])


def gain(tables: Tables) -> Evidence:
    groups, sizes = [], tables.values("small_step_widths", "psi2")
    for eta in (4.0, 8.0):
        before, after = (
            at_points(tables.theory("small_step_widths", eta=step), "risk", "psi2", sizes)
            for step in (0.0, eta)
        )
        gains = zip(sizes, before - after, strict=True)
        if visible := [size for size, gain in gains if gain > _LEAST_GAIN]:
            groups.append(ratios(tables, WIDTHS, [eta], visible))
    return Evidence.joined(groups)


def gain_vanishes(tables: Tables) -> Evidence:
    trained, untrained = (small_step_risk(tables, WIDTHS, eta, [0.5, 4.0]) for eta in (8.0, 0.0))
    narrow, wide = (1 - trained / untrained).to_numpy().T
    return Evidence.stacked([("eta = 8", wide - narrow / 4)])
