"""What is behind one giant step: the step size, the gradient along the target, and the most that
any step can do.
"""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import loglog_slope

_LEAPS = plot.unordered("leap", {1: r"$\ell = 1$", 2: r"$\ell = 2$", 3: r"$\ell = 3$"}, after=1)
_LISTS = ["overlap", "drive", "square"]
_BAND = "0.9"
_OVER = 1.15  # of the guide over the series of leap 1
_LEAST = 3e-3  # of the overlaps that are drawn
_LOWEST = 1e-4  # of the axis of the gradients


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the step size needed, the drive of single neurons, and the supremum."""
    steps, drive, reach = figure.hero(2, share=0.55, height=3.6)
    runs, law = tables.runs("behind"), tables.theory("behind")
    ratio = runs["ratio"].max()
    largest = runs[runs["d"] == runs.groupby("leap")["d"].transform("max")]
    neurons = largest.explode(_LISTS).astype(dict.fromkeys(_LISTS, float))
    _drive(drive, neurons[(neurons["ratio"] == ratio) & (neurons["seed"] == 0)], law)
    own = runs[runs["ratio"] == ratio]
    plot.theory(steps, law[law["ratio"] == ratio], "d", "step", _LEAPS, ends=True)
    found = plot.estimates(own, "step", ["leap", "d"], "median")
    plot.simulation(steps, found, "d", _LEAPS)
    steps.set(title="Step for an overlap of one half", ylabel=r"$\eta/p$")
    best = plot.estimates(tables.runs("any_step"), "reach", ["leap", "d"], "rms")
    plot.simulation(reach, best, "d", _LEAPS, join=True, ends=True)
    first = best[best["leap"] == 1].sort_values("d")
    d = np.geomspace(first["d"].min(), first["d"].max(), 10)
    start = _OVER * first["estimate"].iloc[0]
    plot.guide(reach, d, start * (d / d[0]) ** -0.25, "slope $-1/4$", at=None)
    reach.set(title=r"Best of all steps, $n = d^{\ell - 1/2}$", ylabel="rms overlap")
    for ax in (drive, steps, reach):
        plot.logarithmic(ax)
    ends = (0.8 * min(runs["d"].min(), best["d"].min()), 1.3 * max(runs["d"].max(), d[-1]))
    for ax in (steps, reach):
        ax.set_xlim(ends)
        ax.set_xlabel("dimension $d$")
    figure.say(
        norm=(_norms(neurons, law) - 1).abs().max(),
        **{f"step{leap}": slope for leap, slope in _slopes(found).items()},
        **{f"any{leap}": slope for leap, slope in _slopes(best).items()},
    )


def _slopes(found: pd.DataFrame) -> dict[int, float]:
    """Return the exponent in d of each leap."""
    return {
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
    plot.theory(ax, pd.concat(parts), "overlap", "drive", _LEAPS, ends=True)
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
