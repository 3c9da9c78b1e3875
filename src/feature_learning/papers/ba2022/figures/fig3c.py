"""Risk against samples for growing steps."""

import numpy as np
import pandas as pd

from feature_learning import plotting as plot
from feature_learning.papers.ba2022.shared.panels import in_own_colours
from feature_learning.plotting import Sheet, Tables

_NONE = -1.0
_NAMES = {0.0: "0", 0.125: "1/8", 0.25: "1/4", 0.375: "3/8", 0.5: "1/2"}
_JUDGED = (3.5, np.inf)  # n/d of the claim, which begins at 4
_AT_BOUND = 0.375  # the exponent that comes to the bound


def _power(alpha: float) -> str:
    return rf"$\alpha = {_NAMES[alpha]}$"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the risk against n/d for each exponent."""
    (ax,) = figure.panels(height=3.2)
    runs, predicted = (
        pd.concat([read("step_sizes", scale=0).assign(alpha=_NONE), read("step_sizes", scale=1)])
        for read in (tables.runs, tables.theory)
    )
    powers = plot.ordered("alpha", runs["alpha"][runs["alpha"] >= 0], _power, palette="network")
    hue = plot.methods("alpha", {_NONE: ("random features", "no step")}) + powers
    known = predicted.dropna(subset="risk")
    in_own_colours(ax, known, "psi1", "risk", hue, ends=True)
    risks = plot.estimates(runs, "risk", ["alpha", "psi1"], "median")
    with_theory = risks["alpha"].isin(known["alpha"])
    plot.simulation(ax, risks[with_theory], "psi1", hue)
    plot.simulation(ax, risks[~with_theory], "psi1", hue, join=True, ends=True)
    bound = tables.value("step_sizes", "bound")
    plot.level(ax, bound, "bound on kernels", at=0.02)
    plot.logarithmic(ax, "y")
    plot.logarithmic(ax, "x", ticks=sorted(runs["psi1"].unique()))
    ax.set(xlabel="samples per dimension $n/d$", ylabel="risk")
    bands = [plot.Band(figure.region("level"), span=_JUDGED)]
    plot.residual(ax, risks[with_theory], known, "psi1", "risk", hue, bands=bands)
    _say(tables, figure, risks, known, bound)


def _say(
    tables: Tables, figure: Sheet, risks: pd.DataFrame, known: pd.DataFrame, bound: float
) -> None:
    end = risks[risks["psi1"] == risks["psi1"].max()].set_index("alpha")
    ends = end[["estimate", "low", "high"]] / bound
    both = risks.merge(known, on=["alpha", "psi1"])
    gaps = both.assign(gap=(both["estimate"] / both["risk"] - 1).abs()).dropna(subset="gap")
    largest = gaps.sort_values("gap").iloc[-1]
    width = tables.value("step_sizes", "psi2") * tables.value("step_sizes", "d")
    figure.say(
        half=float(ends["estimate"].get(max(_NAMES), np.nan)),
        **{f"three_{name}": float(ends[name].get(_AT_BOUND, np.nan)) for name in ends},
        gap=float(largest["gap"]),
        at=float(largest["psi1"]),
        d=tables.value("step_sizes", "d"),
        neurons=round(width),
    )
