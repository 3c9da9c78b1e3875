"""Universality: the talk's network against untrained features with the theorem's spikes."""

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_CASE = ["task", "alpha"]
_PREDICTION = "theory less simulated spikes"
_HEAD = 1.2  # rows that a Setting's name takes


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the gain of trained features less that of the theorem's spikes in each case, and what
    the gradient's noise alone takes away.
    """
    gaps, noise = figure.hero(1, share=0.62, height=2.6)
    _gaps(gaps, tables)
    _noise(noise, tables)


def _gaps(ax: Axes, tables: Tables) -> None:
    """Draw the paired difference on a fresh batch, a block of rows for each Setting, with its
    prediction: the theory of the trained features at this n less the spikes in its own features.
    """
    runs = tables.runs("universality", batch="fresh")
    found = plot.paired(runs, "test_gain", "model", ("talk", "spikes"), _CASE)
    gains = runs.groupby(["model", *_CASE])["test_gain"].mean()
    trained = _trained(tables)
    ticks: dict[float, str] = {}
    offset, outside, off = 0.0, 0, []
    for task in sorted({*found["task"]}):
        block = found[found["task"] == task]
        names = {alpha: rf"$\alpha = {alpha:g}$" for alpha in sorted(block["alpha"])}
        theory = {alpha: float(np.interp(alpha, *trained[task])) for alpha in names}
        predicted = {alpha: theory[alpha] - gains["noise", task, alpha] for alpha in names}
        plot.forest(ax, block, "alpha", names, predicted=predicted, beside=False, offset=offset + 1)
        ticks |= {offset: f"Setting {task}"}
        ticks |= {offset + 1 + row: name for row, name in enumerate(names.values())}
        offset = max(ticks) + _HEAD
        off += [abs(gains["talk", task, alpha] - theory[alpha]) for alpha in names]
        at = block["alpha"].map(predicted)
        outside += int(((at < block["low"]) | (at > block["high"])).sum())
        plot.sheet_of(ax).say(**{f"gap_{task}": (block["estimate"] - at).abs().max()})
    below = (predicted[max(names)], max(ticks) + 0.35)
    size = mpl.rcParams["legend.fontsize"]
    ax.annotate(_PREDICTION, below, fontsize=size, ha="left", va="top")
    ax.set_yticks(list(ticks), list(ticks.values()))
    ax.set_ylim(max(ticks) + 0.9, -0.6)
    ax.axvline(0, color=plot.GREY, linewidth=0.5, zorder=1.5)
    rest = plot.paired(runs, "test_gain", "model", ("spikes", "noise"), _CASE)["estimate"]
    plot.sheet_of(ax).say(widest=found["estimate"].abs().max(), rest=rest.abs().max())
    plot.sheet_of(ax).say(off=max(off), outside=outside)
    ax.set(
        title="Trained features against the theorem's spikes",
        xlabel="gain in test error, trained less spikes",
    )


def _trained(tables: Tables) -> dict[int, tuple[np.ndarray, np.ndarray]]:
    """Return alpha and the predicted gain of the trained features at this n, by Setting."""
    law = tables.theory("one_step", batch="fresh").sort_values("alpha")
    found = {}
    for task in (1, 2):
        own = law[law["task"] == task]
        found[task] = (own["alpha"].to_numpy(), own["test_gain"].to_numpy())
    return found


def _noise(ax: Axes, tables: Tables) -> None:
    """Draw the gain of the exact gradient less that of its rank-one part, and the theory."""
    pair = ("simplified", "rank-one")
    gaps = plot.paired(tables.runs("models"), "test_gain", "model", pair, ["alpha"])
    law = tables.theory("models").pivot(index="alpha", columns="model", values="test_gain")
    shown = law.index >= 0.8 * gaps["alpha"].min()
    curve = (law[pair[0]] - law[pair[1]])[shown].rename("gap").reset_index()
    plot.theory(ax, curve, "alpha", "gap")
    plot.simulation(ax, gaps, "alpha", colour=plot.BLUE)
    plot.level(ax, 0.0, "")
    at = np.interp(gaps["alpha"], curve["alpha"], curve["gap"])
    above = (gaps["estimate"] - at)[gaps["low"] > at]
    plot.sheet_of(ax).say(first=float(above.max()) if len(above) else 0.0)
    ax.set(title="The noise alone", xlabel=r"$\alpha$", ylabel="gain, exact less rank one")
