"""What is behind one giant step: the gradient along the target, and the step size that follows."""

import math

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import loglog_slope

_NAMES = {leap: rf"$\ell = {leap}$" for leap in (1, 2, 3)}
_LEAPS = plot.unordered("leap", _NAMES, after=1)
_POWERS = {1: "constant", 2: "$m$", 3: "$m^2$"}
_LISTS = ["overlap", "drive", "square"]
_LEAST = 3e-3  # of the overlaps that are drawn
_LOWEST = 1e-4  # of the axis of the gradients


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the drive of single neurons against their overlap, and the step size against d."""
    drive, steps = figure.hero(1, share=0.62, height=2.6)
    runs, law = tables.runs("behind"), tables.theory("behind")
    ratio = runs["ratio"].max()
    own, predicted = (rows[rows["ratio"] == ratio] for rows in (runs, law))
    largest = runs[runs["d"] == runs.groupby("leap")["d"].transform("max")]
    neurons = largest.explode(_LISTS).astype(dict.fromkeys(_LISTS, float))
    _drive(drive, neurons[(neurons["ratio"] == ratio) & (neurons["seed"] == 0)], predicted)
    found = plot.estimates(own, "step", ["leap", "d"], "median")
    measured, expected = _slopes(found, "estimate"), _slopes(predicted, "step")
    _steps(steps, found, predicted, measured)
    best = plot.estimates(tables.runs("any_step"), "reach", ["leap", "d"], "rms")
    figure.say(
        norm=(_norms(neurons, law) - 1).abs().max(),
        **{f"step{leap}": slope for leap, slope in measured.items()},
        **{f"theory{leap}": slope for leap, slope in expected.items()},
        **{f"any{leap}": slope for leap, slope in _slopes(best, "estimate").items()},
    )


def _drive(ax: Axes, neurons: pd.DataFrame, law: pd.DataFrame) -> None:
    """Draw single neurons, and the prediction over the range of their overlaps with the batch's
    noise around it.
    """
    sizes = neurons[["overlap", "drive"]].abs()
    dots = neurons.assign(**sizes)
    dots = dots[dots["overlap"] > _LEAST]
    overlaps = np.geomspace(_LEAST, dots["overlap"].max(), 100)
    hue = plot.Hue(
        "leap",
        _LEAPS.colours,
        {leap: f"{name}: {_POWERS[leap]}" for leap, name in _NAMES.items()},
        _LEAPS.markers,
    )
    parts = []
    for leap, of_leap in _LEAPS.split(law):
        last = of_leap.sort_values("d").iloc[-1]
        line = last["strength"] * overlaps ** (leap - 1)
        parts.append(pd.DataFrame({"leap": leap, "overlap": overlaps, "drive": line}))
        # Along the target E[y^2 z^2] = 2 l + 1 for the normalised Hermite polynomial.
        noise = np.sqrt((2 * leap + 1) * last["noise"] / last["d"])
        low = np.maximum(line - noise, _LOWEST / 10)
        ax.fill_between(
            overlaps, low, line + noise, color=_LEAPS.colours[leap], alpha=0.13, linewidth=0
        )
    plot.runs(ax, dots, "overlap", "drive", hue, alpha=0.7)
    plot.theory(ax, pd.concat(parts), "overlap", "drive", hue)
    plot.logarithmic(ax)
    ax.set(title="Gradient along the target", ylabel=r"$|\langle g, w^*\rangle|$")
    ax.set(xlabel="overlap $|m|$ of a neuron before the step", ylim=(_LOWEST, 2))


def _steps(
    ax: Axes, found: pd.DataFrame, predicted: pd.DataFrame, slopes: dict[int, float]
) -> None:
    """Draw the step size against d, each leap with its measured exponent."""
    names = {leap: f"$d^{{{slopes[leap] + 0.0:.2f}}}$" for leap in _NAMES}
    hue = plot.Hue("leap", _LEAPS.colours, names, _LEAPS.markers)
    plot.theory(ax, predicted, "d", "step", hue)
    plot.simulation(ax, found, "d", hue)
    plot.logarithmic(ax)
    ax.set(title="Step for an overlap of $1/2$", ylabel=r"step $\eta/p$", xlabel="dimension $d$")


def _slopes(found: pd.DataFrame, value: str) -> dict[int, float]:
    """Return the exponent in d of each leap, of those that a scale leaves out as NaN."""
    return dict.fromkeys(_NAMES, math.nan) | {
        leap: loglog_slope(own["d"].to_numpy(dtype=float), own[value].to_numpy(dtype=float))
        for leap, own in _LEAPS.split(found)
    }


def _norms(neurons: pd.DataFrame, law: pd.DataFrame) -> pd.Series:
    """Return the mean squared norm over noise plus signal of each leap and sample size."""
    both = neurons.merge(
        law[["leap", "d", "ratio", "strength", "noise"]], on=["leap", "d", "ratio"]
    )
    signal = (both["strength"] * both["overlap"] ** (both["leap"] - 1)) ** 2
    both = both.assign(over=both["square"] / (both["noise"] + signal))
    return both.groupby(["leap", "ratio"])["over"].mean()
