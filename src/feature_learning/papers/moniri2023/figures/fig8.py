"""Universality: the talk's network against untrained features with the theorem's spikes."""

from typing import Any

from feature_learning import plotting as plot
from feature_learning.papers.moniri2023.panels import say_sizes
from feature_learning.papers.moniri2023.quantities import talk_model
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics.quantity import Quantity

_HEAD = 1.2  # rows that a Setting's name takes
_MODELS = {"talk": ("trained $F$", plot.BLUE, -0.14), "slide": ("slide's $F$", plot.GREEN, 0.14)}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the gains of the trained features and of the slide's F minus that of the theorem's
    spikes on a fresh batch, paired, a block of rows for each Setting; ticks are the trained
    features' limits for large sizes, and the slide's are zero.
    """
    say_sizes(figure, tables, "universality")
    (ax,) = figure.panels(height=2.5)
    gains = talk_model(tables, "test_gain").at(batch="fresh")
    figure.say(seeds=len(gains.seeds))
    spikes = gains.at(model="spikes")
    compared = {model: gains.at(model=model).minus(spikes) for model in _MODELS}
    found = {model: one.table() for model, one in compared.items()}
    region = figure.region("slide-test")
    ax.axvspan(region.low, region.high, color="0.94", zorder=0)
    ticks: dict[float, str] = {}
    offset = 0.0
    for task in sorted({*found["talk"]["task"]}):
        alphas = sorted({*found["talk"]["alpha"]})
        names = {alpha: rf"$\alpha = {alpha:g}$" for alpha in alphas}
        for model, (label, colour, below) in _MODELS.items():
            block = found[model][found[model]["task"] == task]
            plot.forest(
                ax,
                block,
                "alpha",
                names,
                predicted=_limits(compared[model].at(task=task)) if model == "talk" else None,
                prediction="limit",
                beside=False,
                coloured=True,
                offset=offset + 1 + below,
                label=label,
                colours=dict.fromkeys(names, colour),
            )
        ticks |= {offset: f"Setting {task}"}
        ticks |= {offset + 1 + row: name for row, name in enumerate(names.values())}
        offset = max(ticks) + _HEAD
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
    # In the row of the first Setting's name, where there is no data.
    first = next(iter(_limits(compared["talk"]).values()))
    ax.annotate("limit", (first, 0.3), color=plot.darker(plot.BLUE), ha="center", va="center")
    ax.set_xlabel("gain in test error minus that of the spikes")


def _limits(difference: Quantity) -> dict[Any, float]:
    """Return the predicted difference at each alpha."""
    assert difference.prediction is not None
    return dict(difference.prediction.table()[["alpha", "estimate"]].itertuples(index=False))
