"""Where the quadratic part begins to be learned."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.moniri2023.shared.onsets import ONSET, onset_of
from feature_learning.papers.moniri2023.shared.panels import BATCHES
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import Interval, by_seed, fitted, loglog_slope

_BATCHES = replace(BATCHES, names={"same": "one batch", "fresh": "fresh"})
_THEORY = "theory"
_THEOREM = "$n^{1/4}$"
_POWER = 0.25  # of n, where the theorem's second range begins


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw what is learned against the step over n^(1/4), and the exponent of its onset."""
    learned, onset = figure.hero(1, share=0.6, height=2.6)
    runs, law = tables.runs("onset"), tables.theory("onset", batch="fresh")
    _learned(learned, runs, law)
    starts = law.drop_duplicates("n")
    sizes = starts["n"].to_numpy(dtype=float)
    theory = loglog_slope(sizes, starts["onset"].to_numpy())
    figure.say(exponent=theory, level=ONSET)
    _pooled(onset, runs, theory)
    _say_spike(figure, tables.runs("remainder_talk"))


def _learned(ax: Axes, runs: pd.DataFrame, law: pd.DataFrame) -> None:
    """Draw what is learned on a fresh batch."""
    runs, law = (
        frame.assign(scaled=frame["eta"] / frame["n"].astype(float) ** _POWER)
        for frame in (runs[runs["batch"] == "fresh"], law)
    )
    sizes = plot.ordered("n", runs["n"], "$n = {}$")
    plot.theory(ax, law, "scaled", "rise", sizes)
    plot.simulation(ax, plot.estimates(runs, "rise", ["n", "scaled"]), "scaled", sizes)
    plot.level(ax, ONSET, "a tenth", at=0.02)
    _say_off(ax, runs, law)
    plot.logarithmic(ax, "x", ticks=(0.5, 1, 2))
    ax.set(title="Quadratic part, fresh batch", xlabel=r"step $\eta/n^{1/4}$")
    ax.set_ylabel("learned fraction")


def _say_off(ax: Axes, runs: pd.DataFrame, law: pd.DataFrame) -> None:
    """Say by how much the theory is off the points at most, in learned fractions, and how many of
    them lie above it.
    """
    means = runs.groupby(["n", "eta"])["rise"].mean()
    curves = {n: own.sort_values("eta") for n, own in law.groupby("n")}
    at = [np.interp(eta, curves[n]["eta"], curves[n]["rise"]) for n, eta in means.index]
    off = means - at
    plot.sheet_of(ax).say(above=int((off > 0).sum()), all=len(off), off=off.abs().max())


def _pooled(ax: Axes, runs: pd.DataFrame, theory: float) -> None:
    """Draw the exponent of the onset in n of each batch, over all sizes, and the theory's."""
    fits = {
        str(batch): _slope(part, sorted(part["n"].unique()))
        for batch, part in runs.groupby("batch")
    }
    fits = {batch: fit for batch, fit in fits.items() if np.isfinite(fit.estimate)}
    for batch in _BATCHES.names:
        found = fits.get(batch, Interval.unbounded(np.nan))
        plot.sheet_of(ax).say(**{batch: found.estimate, f"{batch}_ends": plot.measured(found)})
        holds = found.low <= _POWER <= found.high
        plot.sheet_of(ax).say(**{f"{batch}_holds": "contains" if holds else "excludes"})
    ax.set(title="Exponent of the onset", xlabel="exponent in $n$", ylabel=" ")
    if not fits:
        return
    table = plot.points(list(fits.values()), runs["seed"].nunique(), "exponent", batch=list(fits))
    names = {batch: _BATCHES.names[batch] for batch in fits}
    predicted = {"fresh": theory} if "fresh" in fits else {}
    plot.forest(ax, table, "batch", names, colours=dict(_BATCHES.colours))
    for batch, value in predicted.items():
        row = list(names).index(batch)
        ax.plot([value, value], [row - 0.32, row + 0.32], color=plot.PREDICTION, zorder=3.5)
        plot.sheet_of(ax).record(ax, _THEORY, "theory", x=[value], y=[row])
        ax.annotate(_THEORY, (value, row + 0.34), ha="left", va="top")
    ax.axvline(_POWER, color=plot.GREY, linewidth=0.5, zorder=1.5)
    plot.sheet_of(ax).record(ax, _THEOREM, "guide", x=[_POWER], y=[np.nan])
    ax.annotate(
        _THEOREM,
        (_POWER, 1),
        (-2, -2),
        xycoords=ax.get_xaxis_transform(),
        textcoords="offset points",
        color="0.42",
        ha="right",
        va="top",
    )
    ends = table[["low", "high"]].to_numpy()
    ends = ends[np.isfinite(ends)]
    ax.set_xlim(min(0.0, ends.min(initial=0.0) - 0.02), max(0.4, ends.max(initial=0.0) + 0.02))
    ax.set_ylim(len(fits) - 0.3, -0.9)


def _slope(runs: pd.DataFrame, sizes: Sequence[int]) -> Interval:
    """Return the exponent in n of the onset of one batch."""
    curves = [by_seed(runs[runs["n"] == n], "rise", "eta") for n in sizes]
    etas = curves[0].columns.to_numpy(dtype=float)

    def fit(mean: np.ndarray) -> float:
        onsets = [onset_of(etas, part) for part in np.split(mean, len(curves))]
        return loglog_slope(np.array(sizes, dtype=float), np.array(onsets))

    return fitted(np.hstack(curves), fit)


def _say_spike(figure: Sheet, rest: pd.DataFrame) -> None:
    """Say by how much the exponent of the second spike in n differs from the theorem's."""
    gaps = []
    for _, part in rest.groupby("batch"):
        found = plot.exponents(part, "n", "second", "alpha")
        gaps += list(found["estimate"] - (2 * found["alpha"] - 0.5))
    figure.say(spike_low=min(gaps), spike_high=max(gaps))
