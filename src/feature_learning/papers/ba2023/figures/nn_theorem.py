"""The network's theorem: widths that grow slowly, for k = 2 and 3."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import at_best

_TARGETS = plot.Hue(
    "target",
    {"he2-he4": plot.GREEN, "he3": plot.PURPLE, "he2-he3": "#404040"},
    {"he2-he4": "$h_2 + h_4$", "he3": "$h_3$", "he2-he3": "$h_2 + h_3$"},
    {"he2-he4": "o", "he3": "s", "he2-he3": "^"},
)
_NARROW, _WIDER = 0.25, 0.5  # the powers of d that the widths are


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the risk of narrow networks against d, and by how much it exceeds wider ones'."""
    narrow, ratio = figure.hero(1, share=0.58, height=2.5)
    _narrow(narrow, tables)
    _ratio(ratio, tables)


def _ratio(ax: Axes, tables: Tables) -> None:
    best = at_best(tables.runs("dimensions"), "risk", "ridge", ["d", "factor", "power", "target"])
    ratios = plot.paired(best, "risk", "power", (_NARROW, _WIDER), ["d", "target"], ratio=True)
    plot.simulation(ax, ratios, "d", _TARGETS, join=True, band=True)
    plot.level(ax, 1.0, "no loss", at=0.02, below=True)
    sizes = sorted(ratios["d"].unique())
    plot.logarithmic(ax, "x", ticks=sizes)
    ax.set(title="Few neurons over many", xlabel="dimension $d$", ylabel="ratio of risks")
    ax.set_ylim(bottom=0)
    largest = ratios[ratios["d"] == sizes[-1]].set_index("target")
    last = largest["estimate"]
    plot.sheet_of(ax).say(ratios=_written(largest))
    first = ratios[ratios["d"] == sizes[0]]["estimate"]
    plot.sheet_of(ax).say(least=float(last.min()), most=float(last.max()))
    plot.sheet_of(ax).say(first=int(sizes[0]), first_most=float(first.max()))


def _narrow(ax: Axes, tables: Tables) -> None:
    best = at_best(tables.runs("dimensions"), "risk", "ridge", ["d", "factor", "power", "target"])
    runs = best[best["power"] == _NARROW]
    means = plot.estimates(runs, "risk", ["d", "target"], "log")
    plot.simulation(ax, means, "d", _TARGETS, join=True)
    powers = {
        power: plot.exponents(own, "d", "risk", "target").set_index("target")
        for power, own in best.groupby("power")
    }
    last = means[means["d"] == means["d"].max()].set_index("target")["estimate"]
    for target in _TARGETS.names:
        power = plot.measured(powers[_NARROW].loc[target])
        plot.sheet_of(ax).edge_label(ax, last[target], power, _TARGETS.colours[target])
    neurons = runs.groupby("d")["neurons"].first()
    plot.logarithmic(ax, "y")
    plot.logarithmic(ax, "x", ticks=neurons.index)
    ax.set_xticks(list(neurons.index), [f"{d}\n{width}" for d, width in neurons.items()])
    ax.set(title="$8 d^{1/4}$ neurons", ylabel="risk at the best ridge")
    ax.set_xlabel("dimension $d$, and neurons")
    plot.sheet_of(ax).say(
        d=int(neurons.index[-1]),
        few=int(neurons.iloc[-1]),
        wide=int(best.loc[best["d"] == neurons.index[-1], "neurons"].max()),
        wider=_written(powers[_WIDER]),
    )


def _written(found: pd.DataFrame) -> str:
    """Return estimates with their intervals, in the order of the targets."""
    parts = [(name, found.loc[target]) for target, name in _TARGETS.names.items()]
    return ", ".join(
        f"{one.estimate:.2f} [{one.low:.2f}, {one.high:.2f}] for {name}" for name, one in parts
    )
