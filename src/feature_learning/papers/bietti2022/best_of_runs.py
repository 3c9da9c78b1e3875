"""The poster's 2 x 3 panels: best overlap and best risk against n, one column per exponent."""

from itertools import cycle

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet
from feature_learning.plotting.ggplot import COLOURS

_BAND = 0.12  # opacity
_AROUND = 1.12  # the data, at either end of the axis of n


def best(runs: pd.DataFrame, risk: str) -> pd.DataFrame:
    """Return, for each seed, the largest overlap and the least risk of the runs on its data set."""
    found = runs.groupby(["s", "d", "n", "seed"])
    return found.agg(overlap=("overlap", "max"), risk=(risk, "min")).reset_index()


def panels(figure: Sheet, chosen: pd.DataFrame) -> list[Axes]:
    """Draw mean and standard deviation over seeds; for the risk, without the seed of the largest.

    Bands end where the single seeds do: no overlap is above 1, and no risk below zero.

    Parameters
    ----------
    figure
        Where to draw.
    chosen
        From `best`.
    """
    exponents = sorted(chosen["s"].unique())
    axes = figure.panels(2, len(exponents), height=1.9)
    overlaps, risks = axes[: len(exponents)], axes[len(exponents) :]
    for ax, s in zip(overlaps, exponents, strict=True):
        _curves(ax, chosen[chosen["s"] == s], "overlap")
        ax.set(title=f"$s = {s}$", ylim=(0, 1.04), ylabel=r"$|m|$")
    for ax, s in zip(risks, exponents, strict=True):
        _curves(ax, _without_worst(chosen[chosen["s"] == s]), "risk")
        ax.set(title=f"ridge, $s = {s}$", yscale="log", ylabel="excess risk")
    ends = chosen["n"].min() / _AROUND, chosen["n"].max() * _AROUND
    limits = np.array([ax.get_ylim() for ax in risks])
    for ax in risks:
        ax.set(ylim=(limits.min(), limits.max()))
    for ax in axes:
        ax.set(xscale="log", xlim=ends, xlabel="$n$")
    axes[-1].legend(loc="lower left")
    return axes


def _without_worst(chosen: pd.DataFrame) -> pd.DataFrame:
    """Leave the largest risk at each d and n out, as the original's script does."""
    return chosen.drop(chosen.groupby(["d", "n"])["risk"].idxmax().dropna())


def _curves(ax: Axes, chosen: pd.DataFrame, value: str) -> None:
    parts = list(chosen.groupby("d"))
    widths = plot.nested_widths(len(parts))
    for colour, width, (d, part) in zip(cycle(COLOURS), widths, parts, strict=False):
        name = f"$d = {d}$"
        found = part.groupby("n")[value].agg(["mean", "std", "count", "min", "max"])
        n, mean, spread = found.index.to_numpy(), found["mean"], found["std"].fillna(0.0)
        low = (mean - spread).clip(lower=found["min"])
        high = (mean + spread).clip(upper=found["max"])
        ax.plot(n, mean, color=colour, linewidth=width, label=name)
        ax.fill_between(n, low, high, color=colour, alpha=_BAND, linewidth=0)
        plot.sheet_of(ax).record(
            ax,
            name,
            "simulation",
            x=n,
            y=mean.to_numpy(),
            low=low.to_numpy(),
            high=high.to_numpy(),
            seeds=found["count"].to_numpy(),
            kind="mean and standard deviation",
            diverged=0,
        )
