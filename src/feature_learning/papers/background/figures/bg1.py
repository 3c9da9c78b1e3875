"""Online SGD and its order parameters."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.background.experiments.soft_committee import ESCAPED
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_run

_SHOWN = 3
_LEAST = 1e-6  # of the error that the equations alone are drawn to
_TEACHERS = plot.unordered("teacher", {"equal": "equal", "graded": "graded"}, after=4)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw errors, overlaps, the share of runs that have escaped, and the equations' long
    plateau.
    """
    error, overlaps, escapes, plateau = axes = figure.panels(2, 2, height=1.8)
    for ax in axes:
        ax.set_xlabel(r"steps per dimension $\alpha$")
    runs = tables.runs("soft_committee")
    largest = runs[runs["dimension"] == runs["dimension"].max()]
    groups = list(largest.groupby(["seed", "replica"]))[:_SHOWN]
    shown = pd.concat([run.assign(run=number) for number, (_, run) in enumerate(groups, 1)])

    error.set(title="runs leave the plateau at their own times", ylabel=r"error $\epsilon_g$")
    hue = plot.unordered("run", {number: f"run {number}" for number in range(1, len(groups) + 1)})
    plot.theory(error, shown, "alpha", "ode_risk", hue)
    plot.simulation(error, _single(shown, "risk"), "alpha", hue)
    plot.logarithmic(error, "y")

    overlaps.set(title="the neurons of run 1 specialise", ylabel=r"overlap $|R_{in}|$")
    _overlaps(overlaps, shown[shown["run"] == 1], tables.value("soft_committee", "teachers"))

    escapes.set(title="at a time that spreads at any $d$", ylabel="share that has left")
    _escapes(escapes, runs)

    plateau.set(title="graded teachers shorten the plateau", ylabel=r"error $\epsilon_g$")
    law = tables.theory("long_plateau")
    plot.theory(plateau, law[law["risk"] > _LEAST], "alpha", "risk", _TEACHERS, ends=True)
    plot.logarithmic(plateau)


def _single(runs: pd.DataFrame, y: str) -> pd.DataFrame:
    """Return single runs as a table of estimates: the value is exact for its run."""
    ends = dict.fromkeys(("estimate", "low", "high"), runs[y])
    return runs.assign(**ends, seeds=1, diverged=0, kind="single run")


def _overlaps(ax: Axes, run: pd.DataFrame, teachers: int) -> None:
    """Draw the entries of the matrix of overlaps."""
    sgd, ode = (np.abs(np.stack(list(run[name]))) for name in ("overlaps", "ode_overlaps"))
    entries = [divmod(number, teachers) for number in range(sgd.shape[1])]
    names = {k: rf"$|R_{{{i + 1}{n + 1}}}|$" for k, (i, n) in enumerate(entries)}
    colours = plot.ordered("entry", names, palette="network").colours  # of run 1
    hue = plot.Hue("entry", colours, names, dict(zip(names, "os^D", strict=False)))
    rows = pd.concat([run.assign(entry=k, overlap=sgd[:, k], ode=ode[:, k]) for k in names])
    plot.theory(ax, rows, "alpha", "ode", hue, ends=True)
    plot.simulation(ax, _single(rows, "overlap"), "alpha", hue)


def _escapes(ax: Axes, runs: pd.DataFrame) -> None:
    """Draw the share of runs, and of the equations from their starts, whose error is below half the
    plateau's.
    """
    hue, by = plot.ordered("dimension", runs["dimension"], "$d = {}$"), ["dimension", "alpha"]
    runs = by_run(runs.sort_values("alpha"))
    lowest = runs.groupby(["dimension", "seed"])["ode_risk"].cummin()
    runs = runs.assign(left=runs["escape"] <= runs["alpha"], equations=lowest < ESCAPED)
    shares: pd.DataFrame = runs.groupby(by)[["equations"]].mean().reset_index()
    plot.theory(ax, shares, "alpha", "equations", hue, ends=True)
    late = runs[runs["alpha"] >= 0.4 * runs["alpha"].max()]
    plot.simulation(ax, plot.estimates(late, "left", by, "fraction"), "alpha", hue)
