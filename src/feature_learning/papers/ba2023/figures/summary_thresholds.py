"""The spike at which kernel and network reach a risk of 1/4: by target, and against d."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.ba2023.shared.thresholds import LEVEL, table
from feature_learning.plotting import Sheet, Tables
from feature_learning.plotting.oklab import with_lightness

_DEGREES = {"he1-he4": (1, 4), "he2-he4": (2, 4), "he2-he3": (2, 3), "he2": (2, 2)}  # k and p
_NAMES = {"he1-he4": "$h_1 + h_4$", "he2-he4": "$h_2 + h_4$", "he2-he3": "$h_2 + h_3$"}
_NAMES |= {"he2": "$h_2$"}
_SHADES = {"he1-he4": 0.68, "he2-he4": 0.28, "he2-he3": 0.6, "he2": 0.5}  # of the kernel's colour
_TARGETS = plot.Hue(
    "target",
    {name: with_lightness(plot.METHODS["kernel"], at) for name, at in _SHADES.items()},
    _NAMES,
    dict(zip(_NAMES, plot.MARKERS, strict=False)),
)
_METHODS = {"kernel": plot.METHODS["kernel"], "network": plot.METHODS["network"]}
_CONDITIONS = {"kernel": "$1 - 1/p$", "network": "$1 - 1/k$"}
_TICK = 0.3  # half the height of a condition, in rows
_GAMMA = rf"$\gamma$ at a risk of ${LEVEL:g}$"
_SPOKEN = 256


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the thresholds of both methods at the largest d, and the kernel's against d."""
    rows, kernel = figure.hero(1, share=0.56, height=2.4)
    known = [name for name in _NAMES if name in set(tables.values("thresholds", "target"))]
    found = {
        method: pd.concat(table(tables, method, name).assign(target=name) for name in known).astype(
            {"d": int, **dict.fromkeys(("estimate", "low", "high"), float)}
        )
        for method in _METHODS
    }
    _rows(rows, found, known)
    law = tables.theory("kernel_thresholds")
    plot.theory(kernel, law, "d", "gamma", _TARGETS)
    plot.simulation(kernel, found["kernel"], "d", _TARGETS)
    sizes = [*law["d"], *found["kernel"]["d"]]
    plot.logarithmic(kernel, "x", ticks=(1e2, 1e3, 1e4, 1e5))
    kernel.set(title="Kernel", xlabel="dimension $d$", ylabel=_GAMMA)
    kernel.set_xlim(0.8 * min(sizes), 1.25 * max(sizes))
    _say(figure, found["network"])


def _rows(ax: Axes, found: dict[str, pd.DataFrame], known: list[str]) -> None:
    """Draw one row for each target: both methods, and their conditions as ticks."""
    sizes = [set(own["d"]) for own in found.values()]
    d = max(set.intersection(*sizes), default=0)
    at = {method: own[own["d"] == d] for method, own in found.items()}
    names = {name: _NAMES[name] for name in known}
    for row, name in enumerate(names):
        ends = [float(own.loc[own["target"] == name, "estimate"].mean()) for own in at.values()]
        ax.plot(ends, [row, row], color="0.75", zorder=1.5)
    sheet = plot.sheet_of(ax)
    sheet.say(largest=int(d))
    for (method, colour), which in zip(_METHODS.items(), (1, 0), strict=True):
        colours = dict.fromkeys(names, colour)
        plot.forest(ax, at[method], "target", names, label=method, colours=colours)
        conditions = [1 - 1 / _DEGREES[name][which] for name in names]
        places = range(len(names))
        reach = (-_TICK, 0.0) if method == "network" else (0.0, _TICK)  # both are seen at one gamma
        low, high = ([place + by for place in places] for by in reach)
        shade = plot.darker(colour)
        ax.vlines(conditions, low, high, color=shade, zorder=3.5)
        sheet.record(ax, _CONDITIONS[method], "theory", x=conditions, y=list(places))
        end, side = (low[0], "bottom") if method == "network" else (high[0], "top")
        label = ax.annotate(_CONDITIONS[method], (conditions[0], end), va=side)
        beside = "left" if method == "kernel" else "right"
        lowest, highest = _DEGREES[known[0]]
        label.set(color=plot.written(shade), ha="center" if lowest < highest else beside)
        last = at[method][at[method]["target"] == known[-1]]["estimate"]
        if len(last):
            below = (float(last.iloc[0]), len(names) - 1)
            label = ax.annotate(method, below, (0, -6), textcoords="offset points", va="top")
            label.set(color=plot.written(colour), ha="right")
    ax.set(title=f"At $d = {d}$", xlabel=_GAMMA, xlim=(-0.06, None))
    ax.set_ylim(len(names) - 0.4, -1.0)


def _say(figure: Sheet, network: pd.DataFrame) -> None:
    spoken = {"h24": "he2-he4", "h23": "he2-he3", "h2": "he2"}
    at = network[network["d"] == _SPOKEN].set_index("target")["estimate"]
    figure.say(
        d=_SPOKEN, **{field: float(at.get(name, float("nan"))) for field, name in spoken.items()}
    )
