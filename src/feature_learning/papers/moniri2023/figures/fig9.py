"""Where the quadratic part begins to be learned."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.moniri2023.shared.onsets import ONSET, onset_of
from feature_learning.papers.moniri2023.shared.panels import BATCHES
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import Interval, by_seed, fitted, loglog_slope

_POWER = 0.25  # of n, where the theorem's second range begins


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw what is learned against the step over n^(1/4); say the exponent of its onset."""
    (learned,) = figure.panels(height=3.0)
    runs, law = tables.runs("onset"), tables.theory("onset", batch="fresh")
    _learned(learned, runs, law)
    starts = law.drop_duplicates("n")
    sizes = starts["n"].to_numpy(dtype=float)
    theory = loglog_slope(sizes, starts["onset"].to_numpy())
    figure.say(exponent=theory, level=ONSET)
    _say_exponents(figure, runs)


def _learned(ax: Axes, runs: pd.DataFrame, law: pd.DataFrame) -> None:
    """Draw what is learned on a fresh batch."""
    runs, law = (
        frame.assign(scaled=frame["eta"] / frame["n"].astype(float) ** _POWER)
        for frame in (runs[runs["batch"] == "fresh"], law)
    )
    sizes = plot.ordered("n", runs["n"], "$n = {}$")
    plot.theory(ax, law, "scaled", "rise", sizes)
    means = plot.estimates(runs, "rise", ["n", "scaled"])
    plot.simulation(ax, means, "scaled", sizes)
    plot.residual(ax, means, law, "scaled", "rise", sizes, relative=False, name="less theory")
    plot.level(ax, ONSET, "a tenth", at=0.02)
    _say_off(ax, runs, law)
    plot.logarithmic(ax, "x", ticks=(0.5, 1, 2))
    ax.set(xlabel=r"step $\eta/n^{1/4}$", ylabel="learned fraction of $H_2$,\nless the untrained")


def _say_off(ax: Axes, runs: pd.DataFrame, law: pd.DataFrame) -> None:
    """Say by how much the theory is off the points at most, in learned fractions, how many of them
    lie above it, and what is learned at n^(1/4).
    """
    means = runs.groupby(["n", "eta"])["rise"].mean()
    curves = {n: own.sort_values("eta") for n, own in law.groupby("n")}
    at = [np.interp(eta, curves[n]["eta"], curves[n]["rise"]) for n, eta in means.index]
    off = means - at
    there = []
    for n, ratios in (means / at).groupby("n"):
        root = float(str(n)) ** _POWER
        known = np.interp(root, curves[n]["eta"], curves[n]["rise"])
        steps = ratios.index.get_level_values("eta").to_numpy(dtype=float)
        there.append(known * np.interp(root, steps, ratios))
    plot.sheet_of(ax).say(there_low=min(there), there_high=max(there))
    plot.sheet_of(ax).say(above=int((off > 0).sum()), all=len(off), off=off.abs().max())


def _say_exponents(figure: Sheet, runs: pd.DataFrame) -> None:
    """Say the exponent of the onset in n of each batch, over all sizes, and whether it may be 1/4;
    an infinite interval leaves the estimate alone.
    """
    holds = {}
    for batch in BATCHES.names:
        part = runs[runs["batch"] == batch]
        found = _slope(part, sorted(part["n"].unique()))
        bounded = np.isfinite([found.low, found.high]).all()
        few = "" if bounded else " (seeds too few for an interval)"
        figure.say(**{batch: f"{plot.measured(found)}{few}"})
        holds[batch] = bool(found.low <= _POWER <= found.high)
    figure.say(seeds=runs["seed"].nunique())
    said = {
        (True, True): "both intervals contain",
        (False, False): "neither interval contains",
        (True, False): "the interval on a fresh batch contains, that on one batch excludes",
        (False, True): "the interval on a fresh batch excludes, that on one batch contains",
    }
    figure.say(holds=said[holds["fresh"], holds["same"]])


def _slope(runs: pd.DataFrame, sizes: Sequence[int]) -> Interval:
    """Return the exponent in n of the onset of one batch."""
    curves = [by_seed(runs[runs["n"] == n], "rise", "eta") for n in sizes]
    etas = curves[0].columns.to_numpy(dtype=float)

    def fit(mean: np.ndarray) -> float:
        onsets = [onset_of(etas, part) for part in np.split(mean, len(curves))]
        return loglog_slope(np.array(sizes, dtype=float), np.array(onsets))

    return fitted(np.hstack(curves), fit)
