"""What is behind one giant step: the step size that it takes, and the gradient along the target."""

import math

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import Interval, by_seed, intervals, loglog_slope, slope_per_seed

_NAMES = {leap: rf"$\ell = {leap}$" for leap in (1, 2, 3)}
_LEAPS = plot.unordered("leap", _NAMES, after=1)
_LIMITS = {1: "limit 0", 2: r"$\frac{1}{2}$", 3: "1"}
_POWERS = {1: "constant", 2: "$m$", 3: "$m^2$"}
_LISTS = ["overlap", "drive", "square"]
_LEAST = 3e-3  # of the overlaps that are drawn
_LOWEST = 1e-4  # of the axis of the gradients
_FAINT, _CLEAR = 0.3, 0.9  # neurons under and over the batch's noise


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the exponent of the step size against d, and the drive of single neurons against their
    overlap.
    """
    steps, drive = figure.hero(1, share=0.6, height=2.8)
    runs, law = tables.runs("behind"), tables.theory("behind")
    ratio = runs["ratio"].max()
    own, predicted = (rows[rows["ratio"] == ratio] for rows in (runs, law))
    _exponents(steps, own, tables.theory("half_steps"))
    largest = runs[runs["d"] == runs.groupby("leap")["d"].transform("max")]
    neurons = largest.explode(_LISTS).astype(dict.fromkeys(_LISTS, float))
    _drive(drive, neurons[(neurons["ratio"] == ratio) & (neurons["seed"] == 0)], predicted)
    sizes = plot.estimates(own, "step", ["leap", "d"], "median").merge(predicted, on=["leap", "d"])
    above = sizes.assign(over=sizes["estimate"] / sizes["step"] - 1).groupby("leap")["over"].max()
    best = plot.estimates(tables.runs("any_step"), "reach", ["leap", "d"], "rms")
    measured, expected = _over_all(own), _slopes(predicted, "step")
    figure.say(
        norm=(_norms(neurons, law) - 1).abs().max(),
        ratio=f"{ratio:g}",
        over=above.get(2, math.nan),
        **{f"step{leap}": plot.measured(slope) for leap, slope in measured.items()},
        **{f"theory{leap}": slope for leap, slope in expected.items()},
        **{f"any{leap}": slope for leap, slope in _slopes(best, "estimate").items()},
    )


def _exponents(ax: Axes, runs: pd.DataFrame, law: pd.DataFrame) -> None:
    """Draw the slopes between neighbouring dimensions, over theory on its way to the limits."""
    local = plot.local_exponents(law.assign(leap=law["leap"].astype(int)), "d", "step", "leap")
    plot.theory(ax, local, "d", "exponent", _LEAPS)
    found = plot.local_exponents(runs, "d", "step", "leap")
    plot.simulation(ax, plot.estimates(found, "exponent", ["leap", "d"], "median"), "d", _LEAPS)
    for leap, name in _LIMITS.items():
        plot.level(ax, (leap - 1) / 2, name)
    plot.logarithmic(ax, "x")
    ax.set(title="How the step grows with $d$", xlabel="dimension $d$")
    ax.set_ylabel(r"$\mathrm{d} \log \eta \, / \, \mathrm{d} \log d$")


def _drive(ax: Axes, neurons: pd.DataFrame, law: pd.DataFrame) -> None:
    """Draw single neurons over their prediction, faint where that is below the batch's noise."""
    last = law.sort_values("d").groupby("leap").last()
    # Along the target E[y^2 z^2] = 2 l + 1 for the normalised Hermite polynomial.
    noise = ((2 * last.index.to_series() + 1) * last["noise"] / last["d"]).pow(0.5)
    dots = neurons.assign(overlap=neurons["overlap"].abs(), drive=neurons["drive"].abs())
    dots = dots[dots["overlap"] > _LEAST]
    at = dots["leap"].map(last["strength"]) * dots["overlap"] ** (dots["leap"] - 1)
    clear = at > dots["leap"].map(noise)
    names = {leap: f"{name}: {_POWERS[leap]}" for leap, name in _NAMES.items()}
    hue = plot.Hue("leap", _LEAPS.colours, names, _LEAPS.markers)
    for seen, alpha in ((clear, _CLEAR), (~clear, _FAINT)):
        plot.runs(ax, dots[seen], "overlap", "drive", hue, alpha=alpha)
    overlaps = np.geomspace(_LEAST, dots["overlap"].max(), 100)
    parts = [
        pd.DataFrame({"leap": leap, "overlap": overlaps, "drive": own * overlaps ** (leap - 1)})
        for leap, own in zip(last.index, last["strength"], strict=True)
    ]
    plot.theory(ax, pd.concat(parts), "overlap", "drive", hue)
    plot.logarithmic(ax)
    ax.set(title="Gradient along the target", ylabel=r"$|\langle g, w^*\rangle|$")
    ax.set(xlabel="overlap $|m|$ before the step", ylim=(_LOWEST, 2))


def _over_all(runs: pd.DataFrame) -> dict[int, Interval]:
    """Return the exponent of the step size over all d of each leap, of those that a scale leaves
    out as NaN.
    """
    return dict.fromkeys(_NAMES, Interval.unbounded(math.nan)) | {
        leap: intervals.median(slope_per_seed(by_seed(own, "step", "d")))
        for leap, own in _LEAPS.split(runs)
    }


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
