"""The network's theorem: widths that grow slowly, k = 3, what biases are for, and W_0."""

from collections.abc import Mapping

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
_PAIRS = {"he1-he4": "$h_1 + h_4$", "he2-he4": "$h_2 + h_4$", "he2-he3": "$h_2 + h_3$"}
_GAMMA, _KEPT_AT = 0.75, 0.6
_NARROW, _WIDER = 0.25, 0.5  # the powers of d that the widths are
_WIDE = r"$4 \sqrt{d}$ neurons"
_BIASES = {1.0: "biases", 0.0: "no biases"}
_KEPT = {0.0: "dropped", 1.0: "kept"}
# As the theorem has it, and otherwise.
_COLOURS = (plot.METHODS["network"], plot.METHODS["variant"])


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw narrow networks against d, networks without biases, and with W_0 kept."""
    narrow, *pairs = figure.hero(2, share=0.6, height=2.9)
    _narrow(narrow, tables)
    biases = tables.runs("biases", gamma=_GAMMA)
    kept = tables.runs("initial_weights", gamma=_KEPT_AT)
    law = tables.theory("biases")
    floors = {
        str(one): float(floor) for one, floor in zip(law["target"], law["floor"], strict=True)
    }
    _dumbbells(pairs[0], biases, "bias", _BIASES, floors)
    _dumbbells(pairs[1], kept, "kept", _KEPT, {})
    pairs[0].set_title("Biases")
    pairs[1].set_title("Initial weights")
    pairs[0].label_outer()


def _narrow(ax: Axes, tables: Tables) -> None:
    best = at_best(tables.runs("dimensions"), "risk", "ridge", ["d", "factor", "power", "target"])
    runs = best[best["power"] == _NARROW]
    means = plot.estimates(runs, "risk", ["d", "target"], "log")
    plot.simulation(ax, means, "d", _TARGETS, join=True)
    powers = {
        power: plot.exponents(own, "d", "risk", "target").set_index("target")
        for power, own in best.groupby("power")
    }
    _wider(ax, best[best["power"] == _WIDER])
    last = means[means["d"] == means["d"].max()].set_index("target")["estimate"]
    for target in _TARGETS.names:
        exponent = powers[_NARROW]["estimate"][target]
        label = f"$d^{{{exponent:.1f}}}$"
        plot.sheet_of(ax).edge_label(ax, last[target], label, _TARGETS.colours[target])
    neurons = runs.groupby("d")["neurons"].first()
    plot.logarithmic(ax, "y")
    plot.logarithmic(ax, "x", ticks=neurons.index)
    ax.set_xticks(list(neurons.index), [f"{d}\n{width}" for d, width in neurons.items()])
    ax.set(title="As few as $8 d^{1/4}$ neurons", ylabel="risk at the best ridge")
    ax.set_xlabel("dimension $d$, and neurons")
    plot.sheet_of(ax).say(
        d=int(neurons.index[-1]),
        few=int(neurons.iloc[-1]),
        wide=int(best.loc[best["d"] == neurons.index[-1], "neurons"].max()),
        least=float(powers[_WIDER]["estimate"].max()),
        most=float(powers[_WIDER]["estimate"].min()),
        narrow=_written(powers[_NARROW]),
        wider=_written(powers[_WIDER]),
        size=tables.value("biases", "d"),
    )


def _wider(ax: Axes, runs: pd.DataFrame) -> None:
    """Draw the risk of the wider networks as thin lines."""
    means = plot.estimates(runs, "risk", ["d", "target"], "log")
    for target, own in _TARGETS.split(means):
        plot.theory(
            ax,
            own,
            "d",
            "estimate",
            label=_WIDE,
            colour=_TARGETS.colours[target],
            dashed=True,
            thin=True,
            kinks=True,
        )
    target = str(means.set_index("target")["estimate"].idxmin())
    lowest = means[means["target"] == target].sort_values("d")
    middle = (len(lowest) - 1) // 2
    at = (float(lowest["d"].iloc[middle]), float(lowest["estimate"].iloc[middle]))
    name = ax.annotate(_WIDE, at, (0, -3), textcoords="offset points", va="top")
    name.set_horizontalalignment("right" if middle else "left")


def _written(powers: pd.DataFrame) -> str:
    """Return exponents with their intervals, in the order of the targets."""
    parts = [(name, powers.loc[target]) for target, name in _TARGETS.names.items()]
    return ", ".join(
        f"{one.estimate:.2f} [{one.low:.2f}, {one.high:.2f}] for {name}" for name, one in parts
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
    for row, target in enumerate(_PAIRS):
        ax.plot(ends.loc[target], [row, row], color="0.75", zorder=1.5)
    for (value, name), colour in zip(names.items(), _COLOURS, strict=True):
        own = means[means[column] == value]
        colours = dict.fromkeys(_PAIRS, colour)
        otherwise = floors if value == list(names)[-1] and floors else None
        plot.forest(
            ax,
            own,
            "target",
            _PAIRS,
            label=name,
            colours=colours,
            predicted=otherwise,
            prediction="fully turned",
            beside=False,
        )
    ax.set(xlim=(-0.03, max(1.03, ax.get_xlim()[1])), xlabel="risk at the best ridge")
    ax.set_xticks([0, 0.5, 1])
    ax.set_ylim(top=-1.1)
    if floors:
        first = next(iter(_PAIRS))
        ax.text(floors[first], -0.42, "fully turned", ha="center", va="bottom")
