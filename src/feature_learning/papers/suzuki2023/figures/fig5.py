"""Accuracy on parities against temperature and width."""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_run

_HALF_WAY = 0.8  # the accuracy at which the temperature is the critical one
_ENOUGH = 8  # neurons of the claim
_BAND = "0.9"
_CONSTANT = 0.1  # the paper's temperature times d, with which annealing is compared


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the accuracy against temperature times dimension, against temperature alone, and against
    width, at several d.
    """
    heats, alone, widths = figure.hero(2, share=0.58, height=3.2)
    runs = by_run(tables.runs("temperature"))
    runs = runs.assign(lam=runs["heat"] / runs["d"])
    means = _accuracies(heats, runs, "heat")
    plot.logarithmic(heats, "x", ticks=sorted(runs["heat"].unique()))
    _accuracies(alone, runs, "lam")
    plot.logarithmic(alone, "x")
    few = by_run(tables.runs("widths"))
    by_width = _accuracies(widths, few, "width")
    plot.logarithmic(widths, "x", ticks=sorted(few["width"].unique()))
    many, cold = runs["width"].iloc[0], few["heat"].iloc[0]
    heats.set(title=f"$N = {many}$ neurons", xlabel=r"temperature times dimension, $\lambda d$")
    alone.set(title=r"The same against $\lambda$", xlabel=r"temperature $\lambda$")
    widths.set(title=rf"$\lambda d = {cold:g}$", xlabel="width $N$")
    critical = [_critical(own) for _, own in means.groupby("d")]
    if np.isfinite(critical).all():
        _critical_band(heats, min(critical), max(critical))
    unsure = by_width[by_width["width"] < _ENOUGH]
    half = float((unsure["high"] - unsure["low"]).max() / 2)
    figure.say(coldest=min(critical), warmest=max(critical), level=f"{_HALF_WAY:g}", half=half)
    _say_annealed(figure, tables)


def _critical_band(ax: Axes, low: float, high: float) -> None:
    """Shade where the curves fall to the level, and name it."""
    ax.axvspan(low, high, color=_BAND, linewidth=0, zorder=0)
    ax.plot([low, high], [_HALF_WAY] * 2, color=plot.GREY, linewidth=0.5, zorder=1)
    name = f"{_HALF_WAY:g}"
    place: dict[str, Any] = {"textcoords": "offset points", "va": "center"}
    ax.annotate(name, (high, _HALF_WAY), (3, 0), color=plot.written(plot.GREY), **place)


def _accuracies(ax: Axes, runs: pd.DataFrame, value: str) -> pd.DataFrame:
    means = plot.estimates(runs, "accuracy", ["d", value], "logit")
    plot.simulation(ax, means, value, plot.ordered("d", runs["d"], "$d = {}$"), join=True)
    plot.level(ax, 0.5, "chance" if value == "heat" else "", at=0.02)
    ax.margins(x=0.08)
    ax.set(ylabel="test accuracy", ylim=(0.45, 1.03))
    return means


def _critical(means: pd.DataFrame) -> float:
    """Return the temperature times d at which the accuracy falls to the level; NaN where it does
    not.
    """
    means = means.sort_values("heat")
    falling = np.minimum.accumulate(means["estimate"].to_numpy())
    if not falling[-1] < _HALF_WAY < falling[0]:
        return float("nan")
    return float(np.exp(np.interp(-_HALF_WAY, -falling, np.log(means["heat"].to_numpy()))))


def _say_annealed(figure: Sheet, tables: Tables) -> None:
    """Say by how much annealing is better than the paper's constant temperature, at each d."""
    runs = by_run(tables.runs("annealed"))
    constant = runs[(runs["halvings"] == 0) & (runs["heat"] == _CONSTANT)]
    annealed, own = (
        part.groupby("d")["accuracy"].mean() for part in (runs[runs["halvings"] > 0], constant)
    )
    gains = (annealed - own).dropna()
    sizes = " and ".join(str(d) for d in gains.index)
    figure.say(gains=" and ".join(f"{gain:.2f}" for gain in gains), sizes=sizes)
