"""Universality: the talk's network against the models that stand for it."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_SETTINGS = plot.unordered("task", {1: "Setting 1", 2: "Setting 2"})
_TALK = (
    ("Trained less spikes", "talk", "spikes", "fresh"),
    ("On one batch", "talk", "spikes", "same"),
    ("Spikes less noise", "spikes", "noise", "fresh"),
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the paired differences of the talk's models by setting and alpha, with their limits."""
    axes, ends = figure.panels(1, 3, height=2.5), []
    for ax, (title, first, second, batch) in zip(axes, _TALK, strict=True):
        runs = tables.runs("universality", batch=batch)
        gaps = plot.paired(runs, "test_gain", "model", (first, second), ["task", "alpha"])
        law = tables.theory("universality")
        limits = _limits(law, first, second) if batch == "fresh" else None
        _differences(ax, gaps, limits)
        ax.set(title=title, xlabel="difference in test gain")
        ends.append(ax.get_xlim())
        if ax is not axes[0]:
            ax.set_yticklabels([])
        if batch == "fresh" and first == "talk":
            figure.say(widest=gaps["estimate"].abs().max())
    for ax in axes:
        ax.set_xlim(min(low for low, _ in ends), max(high for _, high in ends))


def _differences(ax: Axes, gaps: pd.DataFrame, limits: pd.Series | None) -> None:
    """Draw one row per setting and alpha, with the limit of large n as a tick."""
    gaps = gaps.assign(
        case=[_case(*pair) for pair in zip(gaps["task"], gaps["alpha"], strict=True)]
    )
    ordered = gaps.sort_values(["task", "alpha"])
    names = {
        case: rf"Setting {task}, $\alpha = {alpha:g}$"
        for case, task, alpha in ordered[["case", "task", "alpha"]].itertuples(index=False)
    }
    colours = {case: _SETTINGS.colours[int(case[0])] for case in names}
    ax.axvline(0, color=plot.GREY, linewidth=0.5, zorder=1.5)
    predicted = None if limits is None else {case: limits[case] for case in names}
    plot.forest(ax, ordered, "case", names, predicted=predicted, beside=False, colours=colours)


def _case(task: int, alpha: float) -> str:
    return f"{task}, {alpha:g}"


def _limits(law: pd.DataFrame, first: str, second: str) -> pd.Series:
    """Return the limits of the differences by case."""
    wide = law.pivot(index=["task", "alpha"], columns="model", values="test_gain")
    limits = wide[first] - wide[second]
    return pd.Series(
        {_case(*pair): value for pair, value in zip(limits.index, limits, strict=True)}
    )
