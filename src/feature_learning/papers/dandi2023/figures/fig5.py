"""One new direction or two."""

import math

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_TITLES = {
    "f1-spread": "$f_1$, varied readouts",
    "f2-spread": "$f_2$, varied readouts",
    "f2-equal": r"$f_2$, readouts $\pm 1$",
}
_NAMES = {
    "first": r"overlap with $w^*_1$",
    "strength_1": "first new direction",
    "strength_2": "second new direction",
}
_VALUES = plot.unordered("quantity", _NAMES)
_HALF = 0.3  # of the length of a tick, in steps


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw overlap and strengths after one and two steps, on a logarithmic axis."""
    columns, chance = list(_NAMES), 1 / math.sqrt(tables.value("direction_count", "d"))
    second, unpredicted, off = {}, [], []
    for ax, case in figure.facets(list(_TITLES), _TITLES.__getitem__, height=2.1):
        runs = tables.runs("direction_count", case=case)
        law = tables.theory("direction_count", case=case).melt("time", columns, "quantity")
        _theory(ax, law[law["value"] > 0])
        found = plot.estimates(runs, columns, ["time"], "log")
        plot.simulation(ax, found, "time", _VALUES)
        plot.level(ax, chance, "$d^{-1/2}$" if case == "f2-equal" else "")
        plot.logarithmic(ax, "y")
        ax.set(xlim=(0.5, 2.5), xticks=[1, 2], xlabel="steps $T$", ylabel="overlap, strength")
        shown = law[law["value"] > 0].set_index(["time", "quantity"]).index
        keys = found.set_index(["time", "quantity"]).index
        unpredicted += list(found.loc[~keys.isin(shown), "estimate"] / chance)
        both = found.merge(law[law["value"] > 0], on=["time", "quantity"])
        off.append(both[["estimate", "low", "high"]].div(both["value"], axis=0))
        last = found[(found["time"] == 2) & (found["quantity"] == "strength_2")]
        second[case] = last["estimate"].iloc[0]
    figure.name_in_each()
    d, alpha = (tables.value("direction_count", name) for name in ("d", "alpha"))
    figure.say(d=int(d), alpha=f"{alpha:g}")
    figure.say(least=min(unpredicted, default=np.nan), most=max(unpredicted, default=np.nan))
    predicted = pd.concat(off)
    figure.say(
        gap=(predicted["estimate"] - 1).abs().max(),
        outside=int(plot.excludes(predicted, 1).sum()),
        points=len(predicted),
    )
    figure.say(spread=second["f2-spread"], equal=second["f2-equal"])


def _theory(ax: Axes, law: pd.DataFrame) -> None:
    """Draw predictions as horizontal ticks at each time, with no line in between."""
    times = np.sort(law["time"].unique()).astype(float)
    ends = pd.concat(law.assign(time=law["time"] + side) for side in (-_HALF, _HALF))
    plot.theory(ax, ends, "time", "value", _VALUES, poles=(times[:-1] + times[1:]) / 2)
