"""Online SGD and its order parameters."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.papers.background.experiments.soft_committee import ESCAPED
from feature_learning.papers.background.shared.panels import single
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import logarithmic
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import Hue, ordered, unordered
from feature_learning.plotting.sheet import Sheet
from feature_learning.statistics.evidence import by_run

_SHOWN = 3
_LEAST = 1e-6  # of the error that the equations alone are drawn to
_TEACHERS = unordered("teacher", {"equal": "equal", "graded": "graded"}, after=4)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw errors, overlaps, the share of runs that have escaped, and the equations' long plateau."""
    error, overlaps, escapes, plateau = figure.panels(2, 2, height=1.8)
    everything = tables.runs("soft_committee")
    largest = everything[everything["dimension"] == everything["dimension"].max()]
    groups = list(largest.groupby(["seed", "replica"], sort=True))[:_SHOWN]
    rows = pd.concat([run.assign(run=number + 1) for number, (_, run) in enumerate(groups)])

    error.set_title("runs leave the plateau at their own times")
    hue = unordered("run", {number + 1: f"run {number + 1}" for number in range(len(groups))})
    theory(error, rows, "alpha", "ode_risk", hue)
    simulation(error, single(rows, "risk"), "alpha", hue)
    logarithmic(error, "y")
    error.set_ylabel(r"error $\epsilon_g$")

    _overlaps(overlaps, rows[rows["run"] == 1])
    _escapes(escapes, everything)
    for ax in (error, overlaps, escapes):
        ax.set_xlabel(r"steps per dimension $\alpha$")

    plateau.set_title("graded teachers shorten the plateau")
    law = tables.theory("long_plateau")
    theory(plateau, law[law["risk"] > _LEAST], "alpha", "risk", _TEACHERS, ends=True)
    logarithmic(plateau)
    plateau.set_xlabel(r"steps per dimension $\alpha$")
    plateau.set_ylabel(r"error $\epsilon_g$")


def _overlaps(ax: Axes, run: pd.DataFrame) -> None:
    teachers, count = int(run["teachers"].iloc[0]), len(run["overlaps"].iloc[0])
    pairs = [divmod(number, teachers) for number in range(count)]
    names = {number: rf"$|R_{{{student + 1}{neuron + 1}}}|$" for number, (student, neuron) in enumerate(pairs)}
    shades = ordered("entry", names, palette="network").colours
    colours = dict(zip(names, (shades[number] for number in names), strict=True))  # of run 1
    hue = Hue("entry", colours, names, dict(zip(names, "os^D", strict=False)))
    found, law = (np.abs(np.stack(list(run[column]))) for column in ("overlaps", "ode_overlaps"))
    rows = pd.concat([run.assign(entry=k, overlap=found[:, k], ode=law[:, k]) for k in names])
    ax.set_title("the neurons of run 1 specialise")
    theory(ax, rows, "alpha", "ode", hue, ends=True)
    simulation(ax, single(rows, "overlap"), "alpha", hue)
    ax.set_ylabel(r"overlap $|R_{in}|$")


def _escapes(ax: Axes, runs: pd.DataFrame) -> None:
    """Draw the share of runs, and of the equations from their starts, whose error is below half the plateau's."""
    ax.set_title("at a time that spreads at any $d$")
    hue = ordered("dimension", runs["dimension"], "$d = {}$")
    runs = runs.sort_values("alpha").assign(left=runs["escape"] <= runs["alpha"])
    lowest = runs.groupby(["dimension", "seed", "replica"])["ode_risk"].cummin()
    shares: pd.DataFrame = runs.assign(equations=lowest < ESCAPED).groupby(["dimension", "alpha"])[["equations"]].mean().reset_index()
    theory(ax, shares, "alpha", "equations", hue, ends=True)
    late = by_run(runs)
    late = late[late["alpha"] >= 0.4 * late["alpha"].max()]
    simulation(ax, estimates(late, "left", ["dimension", "alpha"], "fraction"), "alpha", hue, dodge=1.5)
    ax.set_ylabel("share that has left")
