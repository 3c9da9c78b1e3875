"""The poster's 2 x 3 panels: best overlap and best risk against n, one column per exponent."""

from itertools import cycle

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet

_COLOURS = (
    "#e24a33",
    "#348abd",
    "#8676c8",
    "#777777",
)  # of the style ggplot, as the original's; the violet a little darker
_ENDS = (10, 50000)
_EXPONENTS = (1, 2, 3)
_RISKS = (1e-4, 1.0)
_BAND = 0.12  # opacity


def best(runs: pd.DataFrame, risk: str) -> pd.DataFrame:
    """Return, for each seed, the largest overlap and the least risk of the runs on its data set."""
    found = runs.groupby(["s", "d", "n", "seed"])
    return found.agg(overlap=("overlap", "max"), risk=(risk, "min")).reset_index()


def panels(figure: Sheet, chosen: pd.DataFrame) -> list[Axes]:
    """Draw mean and standard deviation over seeds; for the risk, without the seed of the largest.

    Parameters
    ----------
    figure
        Where to draw.
    chosen
        From `best`.
    """
    axes = figure.panels(2, 3, height=1.9)
    for ax, s in zip(axes[:3], _EXPONENTS, strict=True):
        _curves(ax, chosen[chosen["s"] == s], "overlap")
        ax.set(title=f"$s = {s}$", ylim=(0, 1.04), ylabel=r"$|m|$")
    for ax, s in zip(axes[3:], _EXPONENTS, strict=True):
        _curves(ax, _without_worst(chosen[chosen["s"] == s]), "risk")
        ax.set(title=f"ridge, $s = {s}$", yscale="log", ylim=_RISKS, ylabel="excess risk")
    for ax in axes:
        ax.set(xscale="log", xlim=_ENDS, xlabel="$n$")
    axes[0].legend(loc="lower right")
    return axes


def _without_worst(chosen: pd.DataFrame) -> pd.DataFrame:
    """Leave the largest risk at each d and n out, as the original's script does."""
    return chosen.drop(chosen.groupby(["d", "n"])["risk"].idxmax().dropna())


def _curves(ax: Axes, chosen: pd.DataFrame, value: str) -> None:
    for colour, (d, part) in zip(cycle(_COLOURS), chosen.groupby("d"), strict=False):
        name = f"$d = {d}$"
        found = part.groupby("n")[value].agg(["mean", "std", "count"])
        n, mean, spread = found.index.to_numpy(), found["mean"], found["std"].fillna(0.0)
        ax.plot(n, mean, color=colour, label=name)
        ax.fill_between(n, mean - spread, mean + spread, color=colour, alpha=_BAND, linewidth=0)
        plot.sheet_of(ax).record(
            ax,
            name,
            "simulation",
            x=n,
            y=mean.to_numpy(),
            low=(mean - spread).to_numpy(),
            high=(mean + spread).to_numpy(),
            seeds=found["count"].to_numpy(),
            kind="mean and standard deviation",
            diverged=0,
        )


def at_size(chosen: pd.DataFrame, d: int, n: int) -> dict[int, float]:
    """Return the mean best overlap by exponent; NaN where it was not run."""
    part = chosen[(chosen["d"] == d) & (chosen["n"] == n)]
    means = part.groupby("s")["overlap"].mean()
    return {s: float(means.get(s, np.nan)) for s in _EXPONENTS}
