"""Floors of few neurons."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import METHODS, PREDICTION
from feature_learning.plotting.sheet import Sheet

_TITLES = {"example-1": "example 1: the second step helps", "example-2": "example 2: it stays above 2"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the error against the number of steps over its floor, for both examples."""
    runs, floors = tables.runs("finite_width"), tables.theory("finite_width")
    for ax, (target, title) in zip(figure.panels(1, 2, sharey="row"), _TITLES.items(), strict=True):
        ax.set_title(title)
        law = floors[floors["target"] == target].sort_values("time")
        theory(ax, law, "time", "error", label=r"floor: $d \to \infty$, then $p$", colour=PREDICTION, steps=True)
        found = estimates(runs[runs["target"] == target], "error", ["time"])
        simulation(ax, found, "time", label=f"$p = {int(runs['width'].iloc[0])}$", colour=METHODS["network"])
        ax.set_xticks(np.sort(law["time"].unique()))
        ax.set_xlabel("steps $T$")
        ax.set_ylabel("test error")
