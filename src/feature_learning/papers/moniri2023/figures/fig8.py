"""Universality: the talk's network against untrained features with the theorem's spikes."""

from feature_learning import plotting as plot
from feature_learning.papers.moniri2023.shared.panels import say_sizes
from feature_learning.plotting import Sheet, Tables

_CASE = ["task", "alpha"]
_HEAD = 1.2  # rows that a Setting's name takes
_FROM = 0.29  # the steps that the title is about


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the gain of trained features less that of the theorem's spikes on a fresh batch, paired,
    a block of rows for each Setting.
    """
    say_sizes(figure, tables, "universality")
    (ax,) = figure.panels(height=2.5)
    runs = tables.runs("universality", batch="fresh")
    figure.say(seeds=runs["seed"].nunique())
    found = plot.paired(runs, "test_gain", "model", ("talk", "spikes"), _CASE)
    ticks: dict[float, str] = {}
    offset = 0.0
    for task in sorted({*found["task"]}):
        block = found[found["task"] == task]
        names = {alpha: rf"$\alpha = {alpha:g}$" for alpha in sorted(block["alpha"])}
        plot.forest(ax, block, "alpha", names, offset=offset + 1)
        ticks |= {offset: f"Setting {task}"}
        ticks |= {offset + 1 + row: name for row, name in enumerate(names.values())}
        offset = max(ticks) + _HEAD
        small, large = block[block["alpha"] < _FROM], block[block["alpha"] >= _FROM]
        figure.say(**{f"least_{task}": -large["estimate"].max()})
        figure.say(**{f"most_{task}": -large["estimate"].min()})
        figure.say(**{f"small_{task}": small["estimate"].mean()})
    ax.set_yticks(list(ticks), list(ticks.values()))
    ax.axvline(0, color=plot.GREY, linewidth=0.5, zorder=1.5)
    ax.set_ylim(max(ticks) + 0.6, -1.4)
    for side, text in (("right", "less than spikes"), ("left", "more")):
        shift = (-3 if side == "right" else 3, -2)
        ax.annotate(
            text,
            (0, 1),
            shift,
            xycoords=ax.get_xaxis_transform(),
            textcoords="offset points",
            color="0.42",
            ha=side,
            va="top",
        )
    ax.set_xlabel("gain in test error, trained less spikes")
