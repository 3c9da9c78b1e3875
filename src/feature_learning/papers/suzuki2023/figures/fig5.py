"""Accuracy on parities against temperature and width."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_run

_HALF_WAY = 0.8  # the accuracy at which the temperature is the critical one
_BAND = "0.9"
_CONSTANT = 0.1  # the paper's temperature times d, with which annealing is compared


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the accuracy against temperature and against width at several d."""
    heats, widths = figure.hero(1, share=0.6, height=2.5)
    means = _accuracies(heats, tables, "temperature", "heat")
    _accuracies(widths, tables, "widths", "width")
    many, cold = tables.runs("temperature")["width"].iloc[0], tables.runs("widths")["heat"].iloc[0]
    heats.set(title=f"$N = {many}$ neurons", xlabel=r"temperature times dimension, $\lambda d$")
    widths.set(title=rf"$\lambda d = {cold:g}$", xlabel="width $N$")
    critical = [_critical(own) for _, own in means.groupby("d")]
    if np.isfinite(critical).all():
        heats.axvspan(min(critical), max(critical), color=_BAND, linewidth=0, zorder=0)
    figure.say(coldest=min(critical), warmest=max(critical), level=f"{_HALF_WAY:g}")
    _say_annealed(figure, tables)


def _accuracies(ax: Axes, tables: Tables, experiment: str, value: str) -> pd.DataFrame:
    runs = by_run(tables.runs(experiment))
    means = plot.estimates(runs, "accuracy", ["d", value], "logit")
    plot.simulation(ax, means, value, plot.ordered("d", runs["d"], "$d = {}$"), join=True)
    plot.level(ax, 0.5, "chance", at=0.02)
    plot.logarithmic(ax, "x", ticks=sorted(runs[value].unique()))
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
