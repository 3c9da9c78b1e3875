"""Online SGD and its equations: errors of single runs, and when runs leave the plateau."""

import math

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.background.experiments.soft_committee import ESCAPED, PLATEAU
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_run

_SHOWN = 3
_FINE = 601  # times at which the fraction of the equations is drawn
_EVERY = 4  # of the recorded times has a marker
_ALPHA = r"steps per dimension $\alpha$"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw errors, and the fraction of runs that have escaped."""
    error, escapes = axes = figure.panels(1, 2, height=2.7)
    runs = tables.runs("soft_committee")
    largest = runs[runs["dimension"] == runs["dimension"].max()]
    groups = list(largest.groupby(["seed", "replica"]))[:_SHOWN]
    shown = pd.concat([run.assign(run=number) for number, (_, run) in enumerate(groups, 1)])
    seen = shown[shown["alpha"].isin(sorted(shown["alpha"].unique())[::_EVERY])]

    hue = plot.unordered("run", {number: f"run {number}" for number in range(1, len(groups) + 1)})
    plot.theory(error, shown, "alpha", "ode_risk", hue, ends=True)
    plot.simulation(error, _single(seen, "risk"), "alpha", hue)
    plot.logarithmic(error, "y")
    plot.level(error, PLATEAU, "plateau", at=0.98)
    off = seen.assign(over=seen["risk"] / seen["ode_risk"]).sort_values("alpha")
    worst = off.loc[off["over"].sub(1).abs().idxmax()]
    figure.say(run=int(worst["run"]), over=worst["over"] - 1, when=worst["alpha"])
    error.set(title=f"Three runs, $d = {shown['dimension'].iloc[0]}$", ylabel=r"error $\epsilon_g$")

    _escapes(escapes, runs)
    escapes.set(title="Share that has left the plateau", ylabel="share of runs")
    for ax in axes:
        ax.set_xlabel(_ALPHA)
    smallest = by_run(runs[runs["dimension"] == runs["dimension"].min()])
    end = smallest[smallest["alpha"] == smallest["alpha"].max()]
    median = float(f"{end['risk'].median():.1g}")
    figure.say(
        d=int(runs["dimension"].min()), end=runs["alpha"].max(), median=f"${plot.number(median)}$"
    )


def _single(runs: pd.DataFrame, y: str) -> pd.DataFrame:
    """Return single runs as a table of estimates without intervals."""
    return runs.assign(
        estimate=runs[y], low=np.nan, high=np.nan, seeds=1, diverged=0, kind="single run"
    )


def _escapes(ax: Axes, runs: pd.DataFrame) -> None:
    """Draw the fraction of runs, and of the equations from their starts, whose error is below half
    the plateau's.
    """
    hue, by = plot.ordered("dimension", runs["dimension"], "$d = {}$"), ["dimension", "alpha"]
    runs = by_run(runs.sort_values("alpha"))
    shares = _equations(runs)
    plot.theory(ax, shares, "alpha", "equations", hue, steps=True, thin=True, ends=True)
    runs = runs.assign(left=runs["escape"] <= runs["alpha"])
    late = runs[runs["alpha"] >= 0.4 * runs["alpha"].max()]
    late = late[late["alpha"].isin(sorted(late["alpha"].unique())[::2])]
    found = plot.estimates(late, "left", by, "fraction")
    plot.simulation(ax, found, "alpha", hue)
    both = found.merge(shares, on=by)
    end = late[late["alpha"] == late["alpha"].max()]
    waiting = shares[shares["alpha"] == end["alpha"].iloc[0]].set_index("dimension")["equations"]
    each = end.groupby("dimension").size()
    plot.sheet_of(ax).say(
        last=f"{end['alpha'].iloc[0]:g}",
        stuck=int((~end["left"]).sum()),
        waiting=round(float(((1 - waiting) * each).sum())),
        outside=int(plot.excludes(both, both["equations"]).sum()),
        points=len(both),
        total=len(end),
    )


def _equations(runs: pd.DataFrame) -> pd.DataFrame:
    """Return the fraction of solutions of the equations that have escaped by each time, in each
    dimension: between recorded times their errors are interpolated in logarithms.
    """
    rows = []
    for dimension, own in runs.groupby("dimension"):
        errors = own.pivot(index="seed", columns="alpha", values="ode_risk")
        recorded = errors.columns.to_numpy(dtype=float)
        times = np.union1d(np.linspace(0, recorded[-1], _FINE), recorded)
        fine = np.array([np.interp(times, recorded, row) for row in np.log(errors.to_numpy())])
        left = np.minimum.accumulate(fine, axis=1) < math.log(ESCAPED)
        rows.append(
            pd.DataFrame({"dimension": dimension, "alpha": times, "equations": left.mean(axis=0)})
        )
    return pd.concat(rows, ignore_index=True)
