"""Risk against samples for growing steps."""

import pandas as pd

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_NONE = -1.0
_NAMES = {0.0: "0", 0.125: "1/8", 0.25: "1/4", 0.375: "3/8", 0.5: "1/2"}


def _power(alpha: float) -> str:
    return rf"$\alpha = {_NAMES[alpha]}$"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the risk against n/d for each exponent."""
    (ax,) = figure.panels(height=3.2)
    runs, predicted = (
        pd.concat([read("step_sizes", scale=0).assign(alpha=_NONE), read("step_sizes", scale=1)])
        for read in (tables.runs, tables.theory)
    )
    powers = plot.ordered("alpha", runs["alpha"][runs["alpha"] >= 0], _power, palette="flare_r")
    hue = plot.methods("alpha", {_NONE: ("random features", "no step")}) + powers
    known = predicted.dropna(subset="risk")
    plot.theory(ax, known, "psi1", "risk", hue, ends=True)
    risks = plot.estimates(runs, "risk", ["alpha", "psi1"], "median")
    with_theory = risks["alpha"].isin(known["alpha"])
    plot.simulation(ax, risks[with_theory], "psi1", hue)
    plot.simulation(ax, risks[~with_theory], "psi1", hue, join=True, ends=True)
    plot.level(ax, tables.value("step_sizes", "bound"), "bound on kernels", at=0.02)
    plot.logarithmic(ax, "y")
    plot.logarithmic(ax, "x", ticks=sorted(runs["psi1"].unique()))
    title = "from $n = d$ on, larger steps lower the risk"
    ax.set(title=title, xlabel="samples per dimension $n/d$", ylabel="risk")
