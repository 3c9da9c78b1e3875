"""Evidence for figx-untied."""

from feature_learning.papers.bietti2022.shared.model import RECOVERED
from feature_learning.statistics import Evidence, Tables

_LEAST = 0.3  # an overlap below this is near the equator


def mass_at_poles(tables: Tables) -> Evidence:
    runs = tables.runs("untied")
    mass = runs["share"].where(runs["overlap"] > RECOVERED, 0.0).groupby(runs["seed"]).sum()
    return Evidence.stacked([("share of |c|^2", mass.to_numpy())])


def not_all(tables: Tables) -> Evidence:
    runs = tables.runs("untied")
    between = (runs["overlap"] > _LEAST) & (runs["overlap"] < RECOVERED)
    return Evidence.stacked([("share of neurons", between.groupby(runs["seed"]).mean().to_numpy())])
