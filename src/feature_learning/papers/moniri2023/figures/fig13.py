"""A target of two directions, of which the step finds one."""

import math

from feature_learning import plotting as plot
from feature_learning.papers.moniri2023.shared.panels import say_sizes, step_regimes
from feature_learning.plotting import Sheet, Tables

_DIRECTIONS = plot.unordered(
    "quantity", {"learned_h2": "along $z$", "learned_other": "along $z'$"}, after=1
)
_TITLES = {"same": "One batch", "fresh": "Fresh batch"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw what is learned of H_2 along both directions against alpha, on both batches."""
    say_sizes(figure, tables, "single_index")
    figure.name_in_each()
    other = []
    for ax, (batch, title) in zip(figure.panels(1, 2, sharey=True), _TITLES.items(), strict=True):
        runs = tables.runs("single_index", batch=batch)
        means = plot.estimates(runs[runs["alpha"] > 0], list(_DIRECTIONS.names), ["alpha"])
        plot.simulation(ax, means, "alpha", _DIRECTIONS, join=True)
        untrained = runs[runs["alpha"] == -math.inf]["learned_other"].mean()
        plot.level(ax, float(untrained), "untrained")
        other += list(means[means["quantity"] == "learned_other"]["estimate"])
        figure.say(**{f"untrained_{batch}": untrained})
        step_regimes(ax)
        ax.margins(x=0.06)
        ax.set(title=title, ylabel="learned fraction of $H_2$")
    figure.say(low=min(other), high=max(other))
