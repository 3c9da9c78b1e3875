"""What is behind one giant step: the step size, the gradient along the target, and the most that
any step can do.
"""

import math

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import loglog_slope

_LEAPS = plot.unordered("leap", {1: r"$\ell = 1$", 2: r"$\ell = 2$", 3: r"$\ell = 3$"}, after=1)
_LISTS = ["overlap", "drive", "square"]
_BAND = "0.9"
_ROOM = 1.12  # above the highest bar
_LEAST = 3e-3  # of the overlaps that are drawn
_LOWEST = 1e-4  # of the axis of the gradients


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the step size needed over its power of d, the drive of single neurons, and the supremum
    times d^(1/4).
    """
    steps, drive, reach = figure.hero(2, share=0.58, height=3.2)
    runs, law = tables.runs("behind"), tables.theory("behind")
    ratio = runs["ratio"].max()
    largest = runs[runs["d"] == runs.groupby("leap")["d"].transform("max")]
    neurons = largest.explode(_LISTS).astype(dict.fromkeys(_LISTS, float))
    _drive(drive, neurons[(neurons["ratio"] == ratio) & (neurons["seed"] == 0)], law)
    own, predicted = (_over_power(rows[rows["ratio"] == ratio]) for rows in (runs, law))
    plot.theory(steps, predicted, "d", "scaled", _LEAPS, kinks=True)
    found = plot.estimates(own, "scaled", ["leap", "d"], "median")
    plot.simulation(steps, found, "d", _LEAPS)
    _names(steps, found)
    steps.set(title="Step for an overlap of one half", ylabel=r"$\eta / (p\,d^{(\ell - 1)/2})$")
    best = tables.runs("any_step")
    best = best.assign(times=best["reach"] * best["d"] ** 0.25)
    rooted = plot.estimates(best, "times", ["leap", "d"], "rms")
    plot.simulation(reach, rooted, "d", _LEAPS, join=True)
    reach.set(title=r"Best of all steps, $n = d^{\ell - 1/2}$", ylabel=r"$d^{1/4} \times$ overlap")
    plot.logarithmic(drive)
    ends = 0.8 * min(runs["d"].min(), best["d"].min()), 1.3 * max(runs["d"].max(), best["d"].max())
    for ax, table in ((steps, found), (reach, rooted)):
        plot.logarithmic(ax, "x")
        top = table[["estimate", "high"]].to_numpy(dtype=float)
        ax.set(xlim=ends, ylim=(0, _ROOM * top[np.isfinite(top)].max()), xlabel="dimension $d$")
    steps_found = plot.estimates(runs[runs["ratio"] == ratio], "step", ["leap", "d"], "median")
    reached = plot.estimates(best, "reach", ["leap", "d"], "rms")
    figure.say(
        norm=(_norms(neurons, law) - 1).abs().max(),
        **{f"step{leap}": slope for leap, slope in _slopes(steps_found).items()},
        **{f"any{leap}": slope for leap, slope in _slopes(reached).items()},
    )


def _names(ax: Axes, found: pd.DataFrame) -> None:
    """Write the name of each leap over its points."""
    for leap, own in _LEAPS.split(found):
        bars = own[["estimate", "high"]].to_numpy(dtype=float)
        ax.annotate(
            _LEAPS.names[leap],
            (np.exp(np.log(own["d"]).mean()), bars[np.isfinite(bars)].max()),
            (0, 3),
            textcoords="offset points",
            color=plot.written(_LEAPS.colours[leap]),
            ha="center",
        )


def _over_power(rows: pd.DataFrame) -> pd.DataFrame:
    """Return rows with the column ``scaled``, the step over d^((leap - 1)/2)."""
    return rows.assign(scaled=rows["step"] / rows["d"] ** ((rows["leap"] - 1) / 2))


def _slopes(found: pd.DataFrame) -> dict[int, float]:
    """Return the exponent in d of each leap, of those that a scale leaves out as NaN."""
    return dict.fromkeys(_LEAPS.names, math.nan) | {
        leap: loglog_slope(own["d"].to_numpy(dtype=float), own["estimate"].to_numpy())
        for leap, own in _LEAPS.split(found)
    }


def _drive(ax: Axes, neurons: pd.DataFrame, law: pd.DataFrame) -> None:
    """Draw single neurons, and the prediction over the range of their overlaps."""
    sizes = neurons[["overlap", "drive"]].abs()
    dots = neurons.assign(**sizes)
    dots = dots[dots["overlap"] > _LEAST]
    overlaps = np.geomspace(_LEAST, dots["overlap"].max(), 100)
    parts = []
    for leap, of_leap in law[law["ratio"] == law["ratio"].max()].groupby("leap"):
        last = of_leap.loc[of_leap["d"].idxmax()]
        line = last["strength"] * overlaps ** (leap - 1)
        parts.append(pd.DataFrame({"leap": leap, "overlap": overlaps, "drive": line}))
        # Along the target E[y^2 z^2] = 2 l + 1 for the normalised Hermite polynomial.
        noise = np.sqrt((2 * leap + 1) * last["noise"] / last["d"])
        low = np.maximum(line - noise, _LOWEST / 10)
        ax.fill_between(overlaps, low, line + noise, color=_BAND, linewidth=0, zorder=1)
    plot.runs(ax, dots, "overlap", "drive", _LEAPS, alpha=0.7)
    plot.theory(ax, pd.concat(parts), "overlap", "drive", _LEAPS)
    ax.set(title="Gradient along the target", ylabel=r"$|\langle g, w^*\rangle|$")
    ax.set(xlabel="overlap $|m|$ before the step", ylim=(_LOWEST, 2))


def _norms(neurons: pd.DataFrame, law: pd.DataFrame) -> pd.Series:
    """Return the mean squared norm over noise plus signal of each leap and sample size."""
    both = neurons.merge(
        law[["leap", "d", "ratio", "strength", "noise"]], on=["leap", "d", "ratio"]
    )
    signal = (both["strength"] * both["overlap"] ** (both["leap"] - 1)) ** 2
    both = both.assign(over=both["square"] / (both["noise"] + signal))
    return both.groupby(["leap", "ratio"])["over"].mean()
