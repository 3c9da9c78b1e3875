"""The network's theorem: widths that grow slowly, k = 3, what biases are for, and W_0."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import at_best

_NAMES = {"he2-he3": r"$h_2 + h_3$", "he2-he4": r"$h_2 + h_4$", "he3": r"$h_3$"}
_PAIRS = {"he1-he4": "$h_1 + h_4$", "he2-he4": "$h_2 + h_4$", "he2-he3": "$h_2 + h_3$"}
_BIASES = plot.unordered("bias", {1: "biases $N(0, 1)$", 0: "no biases"})
_GAMMA, _KEPT_AT = 0.75, 0.6


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw narrow networks against d, networks without biases, and with parts of W_0 kept."""
    narrow, biases, kept = figure.hero(2, share=0.58, height=3.2)
    _narrow(narrow, tables)
    _biases(biases, tables)
    _kept(kept, tables)
    top = max(ax.get_ylim()[1] for ax in (biases, kept))
    for ax in (biases, kept):
        ax.set_ylim(0, top)
    d = tables.values("dimensions", "d")[-1]
    widths = tables.runs("dimensions", d=d)["neurons"]
    figure.say(d=d, wide=int(widths.max()), few=int(widths.min()), size=tables.value("biases", "d"))


def _narrow(ax: Axes, tables: Tables) -> None:
    runs = at_best(tables.runs("dimensions"), "risk", "ridge", ["d", "factor", "power", "target"])
    hue = plot.unordered("target", _NAMES)
    for power, ends in ((0.5, True), (0.25, False)):
        means = plot.estimates(runs[runs["power"] == power], "risk", ["d", "target"], "log")
        markers = dict.fromkeys(_NAMES, "o" if ends else "v")
        own = plot.Hue("target", hue.colours, hue.names, markers)
        plot.simulation(ax, means, "d", own, join=True)
        found = plot.exponents(runs[runs["power"] == power], "d", "risk", "target")
        last = means[means["d"] == means["d"].max()].set_index("target")["estimate"]
        for row in found.itertuples():
            label = f"{'4' if ends else '8'}: ${row.estimate:.1f}$"
            plot.sheet_of(ax).edge_label(ax, last[row.target], label, hue.colours[row.target])
    plot.logarithmic(ax, "y")
    plot.logarithmic(ax, "x", ticks=tables.values("dimensions", "d"))
    ax.set(title="Narrow networks", xlabel="dimension $d$", ylabel="risk at the best ridge")


def _places(frame: pd.DataFrame) -> pd.DataFrame:
    order = list(_PAIRS)
    return frame.assign(place=[order.index(target) for target in frame["target"]])


def _categories(ax: Axes) -> None:
    ax.set_xticks(range(len(_PAIRS)), list(_PAIRS.values()))
    ax.set(xlim=(-0.5, len(_PAIRS) - 0.5), ylabel="risk", xlabel="target")


def _biases(ax: Axes, tables: Tables) -> None:
    runs = _places(tables.runs("biases", gamma=_GAMMA))
    means = plot.estimates(
        at_best(runs, "risk", "ridge", ["bias", "target"]), "risk", ["bias", "place"], "log"
    )
    floors = _places(tables.theory("biases"))
    for at, floor in zip(floors["place"], floors["floor"], strict=True):
        place = pd.DataFrame({"x": [at - 0.3, at + 0.3], "y": [floor] * 2})
        plot.theory(ax, place, "x", "y", label="floor", thin=True)
    plot.simulation(ax, means, "place", _BIASES)
    _categories(ax)
    ax.set(title="Biases", ylim=(0, None))


def _kept(ax: Axes, tables: Tables) -> None:
    runs = _places(tables.runs("initial_weights", gamma=_KEPT_AT))
    hue = plot.ordered("kept", runs["kept"], r"$\omega = {:g}$", palette="network")
    means = plot.estimates(
        at_best(runs, "risk", "ridge", ["kept", "target"]), "risk", ["kept", "place"], "log"
    )
    plot.simulation(ax, means, "place", hue)
    _categories(ax)
    ax.set(title=r"Part $\omega$ of $W_0$ kept", ylim=(0, None))
