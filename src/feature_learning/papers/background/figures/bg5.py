"""Gaussian universality: the first giant step on other inputs."""

from typing import Any

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.background.experiments.step_universality import AXES
from feature_learning.papers.background.quantities import cosine_of_step
from feature_learning.plotting import Sheet, Tables

_LAWS = {"gaussian": "Gaussian", "laplace": "Laplace", "sparse": "sparse", "signs": r"$\pm 1$"}
_ALONG = {AXES: r"$\pm 1$"}
_BLOCKS = {"teacher in random directions": _LAWS, "teacher along coordinate axes": _ALONG}
_BLOCK = len(_LAWS) + 1.4  # rows from the first law of a block to that of the next
_HEAD = -0.95  # where the head of a block stands over its first row
_APART = 0.29  # rows between the dimensions of one law


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw cosines of the first step for each law, in two blocks: teachers in random directions,
    and along axes.
    """
    ax = figure.panels(1, 1, height=3.0)[0]
    found = cosine_of_step(tables).table()
    laws = set(found["inputs"])
    blocks = {
        words: {law: name for law, name in names.items() if law in laws}
        for words, names in _BLOCKS.items()
    }
    for number, block in enumerate(blocks.values()):
        _laws(ax, found, block, _BLOCK * number)
    _frame(ax, blocks, tables.value("step_universality", "cosine", inputs="gaussian"))
    figure.say(high=int(found["d"].max()), low=int(found["d"].min()))


def _laws(ax: Axes, found: pd.DataFrame, laws: dict[str, str], first: float) -> None:
    """Draw one row for each law, its dimensions below one another, and its limit."""
    dimensions = plot.ordered("d", found["d"], "$d = {}$")
    rows = found[found["inputs"].isin(list(laws))]
    for number, (d, own) in enumerate(dimensions.split(rows)):
        shift = _APART * (number - (len(dimensions.names) - 1) / 2)
        plot.forest(
            ax,
            own,
            "inputs",
            laws,
            label=dimensions.names[d],
            colours=dict.fromkeys(laws, dimensions.colours[d]),
            offset=first + shift,
        )
        if not first:  # next to the first law
            mark = own[own["inputs"] == next(iter(laws))]
            (estimate, high), *_ = mark[["estimate", "high"]].to_numpy()
            end = float(high if high < 1 else estimate)
            _beside(ax, (end, shift), dimensions.names[d], plot.written(dimensions.colours[d]))
    limits = rows.drop_duplicates("inputs").set_index("inputs")["predicted"]
    places = [first + k for k in range(len(laws))]
    values = limits[list(laws)].to_numpy()
    ax.vlines(values, [p - 0.42 for p in places], [p + 0.42 for p in places], color="black")
    plot.sheet_of(ax).record(ax, "theory", "theory", x=values, y=places, of=list(laws))


def _beside(ax: Axes, at: tuple[float, float], text: str, colour: str) -> None:
    ax.annotate(text, at, (3, 0), textcoords="offset points", va="center", color=colour)


def _frame(ax: Axes, blocks: dict[str, dict[str, str]], gaussian: float) -> None:
    """Name the rows and their blocks, and draw the limit of Gaussian inputs through all."""
    places = {
        _BLOCK * number + k: name
        for number, laws in enumerate(blocks.values())
        for k, name in enumerate(laws.values())
    }
    ax.set_yticks(list(places), list(places.values()))
    ax.set_ylim(max(places) + 0.7, _HEAD - 0.4)
    ax.axvline(gaussian, color=plot.GREY, linewidth=0.5, zorder=1.5)
    _beside(ax, (gaussian, _BLOCK - 1.5), "limit of Gaussian inputs", "0.42")
    place: dict[str, Any] = {"xycoords": ax.get_yaxis_transform(), "ha": "right", "va": "center"}
    for number, words in enumerate(blocks):
        ax.annotate(words, (0.99, _HEAD + _BLOCK * number), **place)
    ax.set(title="First step at $n = 2d$", xlabel="cosine with the linear part", ylabel=" ")
