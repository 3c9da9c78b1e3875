"""What biases are for, and what the initial weights cost, after one step."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import at_best

_TARGETS = {"he1-he4": "$h_1 + h_4$", "he2-he4": "$h_2 + h_4$", "he2-he3": "$h_2 + h_3$"}
_BIASES = {1.0: "biases", 0.0: "no biases"}
_KEPT = {0.0: "dropped", 1.0: "kept"}
# As the theorem has it, and otherwise.
_COLOURS = (plot.METHODS["network"], plot.METHODS["variant"])


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the network's risk with and without biases, and with W_0 dropped and kept."""
    biases, weights = figure.panels(1, 2, height=1.7)
    law = tables.theory("biases")
    floors = {
        str(one): float(floor) for one, floor in zip(law["target"], law["floor"], strict=True)
    }
    weak, strong = (
        tables.values("biases", "gamma")[0],
        tables.values("initial_weights", "gamma")[-1],
    )
    runs = tables.runs("biases", gamma=weak)
    kept = tables.runs("initial_weights", gamma=strong)
    _dumbbells(biases, runs, "bias", _BIASES, floors)
    _dumbbells(weights, kept, "kept", _KEPT, {})
    biases.set_title(rf"Biases, $\gamma = {weak:g}$")
    weights.set_title(rf"Initial weights, $\gamma = {strong:g}$")
    figure.say(
        seeds_b=int(kept["seed"].nunique()),
        size=tables.value("biases", "d"),
        seeds=int(runs["seed"].nunique()),
    )


def _dumbbells(
    ax: Axes,
    runs: pd.DataFrame,
    column: str,
    names: Mapping[float, str],
    floors: Mapping[str, float],
) -> None:
    """Draw the risk of each target as the theorem has it and otherwise, joined by a grey line."""
    best = at_best(runs, "risk", "ridge", [column, "target"])
    means = plot.estimates(best, "risk", [column, "target"], "log")
    ends = means[means[column].isin(list(names))].pivot(
        index="target", columns=column, values="estimate"
    )
    known = [target for target in _TARGETS if target in ends.index]
    rows = [*known, *(target for target in ends.index if target not in _TARGETS)]
    targets = {target: _TARGETS.get(target, target) for target in rows}
    for row, target in enumerate(targets):
        ax.plot(ends.loc[target], [row, row], color="0.75", zorder=1.5)
    for (value, name), colour in zip(names.items(), _COLOURS, strict=True):
        own = means[means[column] == value]
        colours = dict.fromkeys(targets, colour)
        otherwise = floors if value == list(names)[-1] and floors else None
        plot.forest(
            ax,
            own,
            "target",
            targets,
            label=name,
            colours=colours,
            predicted=otherwise,
            prediction="all turned",
            beside=False,
        )
        below = ax.annotate(
            name,
            (float(ends[value].get(target, np.nan)), len(targets) - 1),
            (0, -5),
            textcoords="offset points",
            va="top",
            ha="right" if otherwise else "center",
        )
        below.set_color(plot.written(colour))
    ax.set(xlim=(-0.08, 1.05), xlabel="risk at the best ridge")
    ax.set_xticks([0, 0.5, 1])
    ax.set_ylim(len(targets) - 0.2, -1.1)
    if floors:
        ax.text(floors[rows[0]], -0.42, "all turned", ha="center", va="bottom")
