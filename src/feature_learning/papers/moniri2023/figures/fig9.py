"""Where the quadratic part begins to be learned."""

import numpy as np
import pandas as pd

from feature_learning import plotting as plot
from feature_learning.papers.moniri2023.experiments.growth import ONSET
from feature_learning.papers.moniri2023.quantities import learned
from feature_learning.plotting import Sheet, Tables

_POWER = 0.25  # of n, where the theorem's second range begins


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw what is learned on a fresh batch against the step over n^(1/4)."""
    (ax,) = figure.panels(height=3.0)
    found = learned(tables).pooled().at(batch="fresh").with_coordinate(eta=f"eta / n**{_POWER}")
    assert found.prediction is not None
    sizes, law = plot.ordered("n", found.points["n"], "$n = {}$"), found.prediction.table()
    plot.theory(ax, law, "eta", "estimate", sizes)
    means = found.predicted_by(None).table()
    plot.simulation(ax, means, "eta", sizes)
    plot.residual(ax, means, law, "eta", "estimate", sizes, relative=False, name="less theory")
    plot.level(ax, ONSET, "a tenth", at=0.02)
    plot.logarithmic(ax, "x", ticks=(0.5, 1, 2))
    ax.set(xlabel=r"step $\eta/n^{1/4}$", ylabel="learned fraction of $H_2$,\nless the untrained")
    there = [_at_one(own, law[law["n"] == n]) for n, own in means.groupby("n")]
    figure.say(there_low=min(there), there_high=max(there))
    figure.say(seeds=len(found.seeds))


def _at_one(means: pd.DataFrame, law: pd.DataFrame) -> float:
    """Return what is learned at n^(1/4): theory times the simulation over theory, interpolated."""
    law = law.sort_values("eta")
    steps, (known, *at) = means["eta"], np.interp([1.0, *means["eta"]], law["eta"], law["estimate"])
    return float(known * np.interp(1.0, steps, means["estimate"] / at))
