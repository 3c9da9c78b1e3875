"""The refit's excess risk against the number of fresh samples."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_WIDTHS = {
    True: ("$N = n'/10$", (plot.BLUE, plot.SKY)),
    False: ("$N = 100$", (plot.VERMILLION, plot.ORANGE)),
}
_MARKERS = ("o", "s")


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw risks at the target's direction with their floors and local exponents, and at trained
    directions over what these allow.
    """
    exact, after = figure.hero(1, share=0.66, height=2.9)
    runs, law = tables.runs("fine_tuning", s=1), tables.theory("fine_tuning")
    runs = runs.assign(case=runs["growing"].astype(str) + runs["tau"].map(" {:g}".format))
    hue = _cases(sorted(runs["tau"].unique()))
    means = plot.estimates(runs, "excess", ["case", "samples"], "log")
    plot.simulation(exact, means, "samples", hue, join=True, ends=True)
    _floors(exact, runs, hue)
    steepest = runs["tau"].min()
    slopes = plot.exponents(runs, "samples", "excess", "case").set_index("case")["estimate"]
    figure.say(
        rate=slopes[f"True {steepest:g}"],
        bound=float(law[law["tau"] == steepest]["exponent"].iloc[0]),
    )
    plot.logarithmic(exact, "y")
    plot.logarithmic(exact, "x", ticks=(300, 1e3, 3e3, 1e4))
    exact.set(title="At the target's direction", xlabel="fresh samples $n'$", ylabel="excess risk")
    _exponents(exact, runs[runs["growing"]], law, hue)
    _trained(after, tables)


def _cases(taus: list[float]) -> plot.Hue:
    """Return a series for each width and spread: one colour for each width."""
    cases = {f"{growing} {tau:g}": (growing, tau) for growing in _WIDTHS for tau in taus}
    place = {tau: min(k, 1) for k, tau in enumerate(taus)}
    return plot.Hue(
        "case",
        {case: _WIDTHS[growing][1][place[tau]] for case, (growing, tau) in cases.items()},
        {
            case: rf"{_WIDTHS[growing][0]}, $\tau = {tau:g}$"
            for case, (growing, tau) in cases.items()
        },
        {case: _MARKERS[place[tau]] for case, (_, tau) in cases.items()},
    )


def _floors(ax: Axes, runs: pd.DataFrame, hue: plot.Hue) -> None:
    """Draw the floors of the networks whose width is fixed."""
    for number, (case, part) in enumerate(hue.split(runs[~runs["growing"]])):
        first = part[part["samples"] == part["samples"].min()]
        (floor,) = plot.estimates(first, "floor", ["case"], "log")["estimate"]
        name = "" if number else "floor"
        plot.level(ax, floor, name, colour=hue.colours[case], at=0.3, below=True)


def _exponents(ax: Axes, runs: pd.DataFrame, law: pd.DataFrame, hue: plot.Hue) -> None:
    """Draw the local exponents of networks that grow, and the bound's, in a strip."""
    strip = plot.sheet_of(ax).strip_below(ax)
    found = plot.local_exponents(runs, "samples", "excess", "case")
    local = plot.estimates(found, "exponent", ["case", "samples"])
    plot.simulation(strip, local, "samples", hue, join=True)
    plot.level(strip, float(law["exponent"].max()), "bound", colour=plot.PREDICTION)
    ends = local[["estimate", "low", "high"]].to_numpy()
    ends = ends[np.isfinite(ends)]
    low, high = ends.min(initial=-3.0), ends.max(initial=0.0)
    room = 0.1 * (high - low)
    strip.set(ylabel="local\nexponent", yticks=[-2, 0], ylim=(low - room, high + room))


def _trained(ax: Axes, tables: Tables) -> None:
    """Draw by how much the risk at trained directions is above what their overlap allows."""
    runs = tables.runs("fine_tuning_trained", s=1)
    floors = runs.groupby(["n", "seed"])["predicted"].transform("max")
    above = plot.estimates(
        runs.assign(ratio=runs["excess"] / floors), "ratio", ["n", "samples"], "log"
    )
    above[["estimate", "low", "high"]] -= 1.0
    sizes = plot.ordered("n", runs["n"], "$n = {}$")
    plot.simulation(ax, above, "samples", sizes, join=True)
    plot.level(ax, 0.0, "")
    plot.logarithmic(ax, "x", ticks=[1e3, 1e4])
    ax.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
    ax.set(title="At trained directions", xlabel="fresh samples $n'$")
    ax.set(ylabel="risk above $R(|m|)$")
