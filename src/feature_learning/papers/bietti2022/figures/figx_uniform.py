"""Distances of empirical losses and gradients from the population's, uniform over directions."""

from dataclasses import replace

import pandas as pd

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.shared.panels import exponent_hue
from feature_learning.plotting import Sheet, Tables

_PANELS = {"distance": "Losses", "gradient": "Gradients on the sphere"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the largest distances of losses and of gradients against n, with their exponents."""
    runs = tables.runs("concentration")
    hue, found = exponent_hue(runs), []
    for ax, value in figure.facets(list(_PANELS), _PANELS.__getitem__):
        found.append(plot.exponents(runs, "n", value, "s"))
        slopes = {row["s"]: row for _, row in found[-1].iterrows()}
        means = plot.estimates(runs, value, ["s", "n"], "log")
        names = {s: f"{name}: {plot.measured(slopes[s])}" for s, name in hue.names.items()}
        named = replace(hue, names=names)
        plot.simulation(ax, means, "n", named, join=True)
        for s, part in hue.split(means.sort_values("n")):
            height = float(part["estimate"].iloc[-1])
            figure.edge_label(ax, height, named.names[s], hue.colours[s])
        lowest = means.groupby("n")["estimate"].min()
        at, depths = lowest.index.to_numpy(), lowest.to_numpy()
        plot.triangle(ax, at, depths, -0.5, "$-1/2$", above=False)
        plot.logarithmic(ax)
        ax.margins(y=0.15)
        ax.set(xlabel="samples $n$", ylabel="largest distance")
    fits = pd.concat(found)
    outside = int(plot.excludes(fits, -0.5).sum())
    figure.say(off=(fits["estimate"] + 0.5).abs().max(), outside=outside, all=len(fits))
