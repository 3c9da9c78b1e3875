"""Where the quadratic part begins to be learned, and the second spike to grow."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.moniri2023.shared.onsets import ONSET, onset_of
from feature_learning.papers.moniri2023.shared.panels import BATCHES, step_regimes
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import Interval, by_seed, fitted, loglog_slope

_BATCHES = replace(BATCHES, names={"same": "one batch", "fresh": "fresh"})
_POWER = 0.25  # of n, where the theorem's second range begins


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw what is learned against the step over n^(1/4), the local exponent of its onset, and the
    second spike's exponent.
    """
    learned, onset, spike = figure.hero(2, share=0.58, height=3.4)
    runs, law = tables.runs("onset"), tables.theory("onset", batch="fresh")
    _learned(learned, runs, law)
    _local(onset, runs, law)
    _spike(spike, tables.runs("remainder_talk"))
    starts = law.drop_duplicates("n")
    sizes = starts["n"].to_numpy(dtype=float)
    figure.say(exponent=loglog_slope(sizes, starts["onset"].to_numpy()), level=ONSET)
    for batch, part in runs.groupby("batch"):
        figure.say(**{str(batch): _slope(part, sorted(part["n"].unique())).estimate})


def _learned(ax: Axes, runs: pd.DataFrame, law: pd.DataFrame) -> None:
    """Draw what is learned on a fresh batch."""
    runs, law = (
        frame.assign(scaled=frame["eta"] / frame["n"].astype(float) ** _POWER)
        for frame in (runs[runs["batch"] == "fresh"], law)
    )
    sizes = plot.ordered("n", runs["n"], "$n = {}$", palette="network")
    plot.theory(ax, law, "scaled", "rise", sizes)
    plot.simulation(ax, plot.estimates(runs, "rise", ["n", "scaled"]), "scaled", sizes)
    plot.level(ax, ONSET, "a tenth", at=0.02)
    plot.logarithmic(ax, "x", ticks=(0.5, 1, 2))
    ax.set(title="Quadratic part, fresh batch", xlabel=r"step $\eta/n^{1/4}$")
    ax.set_ylabel("learned fraction")


def _local(ax: Axes, runs: pd.DataFrame, law: pd.DataFrame) -> None:
    """Draw the exponent of the onset between neighbouring n."""
    sizes = sorted(runs["n"].unique())
    rows = [
        plot.points([_slope(part, pair)], part["seed"].nunique(), "exponent",
                    batch=batch, n=np.sqrt(pair[0] * pair[1]))
        for batch, part in runs.groupby("batch")
        for pair in pairwise(sizes)
    ]  # fmt: skip
    found = pd.concat(rows) if rows else pd.DataFrame({"estimate": []})
    found = found[np.isfinite(found["estimate"])]  # without sizes at which every step is above
    if len(found):
        plot.simulation(ax, found, "n", _BATCHES)
    starts = law.drop_duplicates("n").assign(curve="theory")
    local = plot.local_exponents(starts, "n", "onset", "curve")
    colour = plot.darker(_BATCHES.colours["fresh"])
    plot.theory(ax, local, "n", "exponent", colour=colour, kinks=True)
    plot.level(ax, _POWER, "theorem")
    plot.level(ax, 0.5, "$n^{1/2}$")
    plot.logarithmic(ax, "x", ticks=sizes)
    ax.set(title="Local exponent, onset", xlabel="sample size $n$", ylabel="exponent of onset")
    ax.set(xlim=(0.85 * sizes[0], 1.18 * sizes[-1]))


def _slope(runs: pd.DataFrame, sizes: Sequence[int]) -> Interval:
    """Return the exponent in n of the onset of one batch."""
    curves = [by_seed(runs[runs["n"] == n], "rise", "eta") for n in sizes]
    etas = curves[0].columns.to_numpy(dtype=float)

    def fit(mean: np.ndarray) -> float:
        onsets = [onset_of(etas, part) for part in np.split(mean, len(curves))]
        return loglog_slope(np.array(sizes, dtype=float), np.array(onsets))

    return fitted(np.hstack(curves), fit)


def _spike(ax: Axes, rest: pd.DataFrame) -> None:
    """Draw the exponent of the second spike against alpha, with the theorem's."""
    alphas = np.linspace(rest["alpha"].min(), rest["alpha"].max(), 50)
    found = pd.concat(
        plot.exponents(part, "n", "second", "alpha").assign(
            batch=batch, seeds=part["seed"].nunique(), diverged=0, kind="exponent"
        )
        for batch, part in rest.groupby("batch")
    )
    plot.simulation(ax, found, "alpha", _BATCHES)
    law = pd.DataFrame({"alpha": alphas, "exponent": 2 * alphas - 0.5})
    plot.theory(ax, law, "alpha", "exponent", label="theorem", ends=True)
    plot.level(ax, 0.0, "")
    step_regimes(ax)
    ax.set(title="Second spike", ylabel="exponent of spike")
