"""What the theorem's spikes leave of the talk's features."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.moniri2023.shared.panels import against_n, same_axis
from feature_learning.plotting import Sheet, Tables

_SHOWN = (0.1, 0.2, 0.29, 0.36)
_NOISY = (0.29, 0.36)
_STEPS = plot.ordered("alpha", _SHOWN, r"$\alpha = {:g}$", palette="network")
_DEGREES = plot.ordered("degree", (0, 1, 2), r"$\ell = {}$", palette="equivalent")
_RANK_ONE = 0.29


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the rest against n on both batches, the noise's component, and that of rank-one
    weights.
    """
    fresh, same, noise, rank_one = figure.panels(2, 2, height=2.0, sharex=True)
    runs, law = tables.runs("remainder_talk"), tables.theory("remainder_talk")
    _rests(fresh, runs, law, "fresh", "talk", _SHOWN)
    fresh.set_title(r"Talk's $\beta$, fresh inputs")
    _rests(same, runs, law, "same", "talk", _SHOWN)
    same.set_title(r"Talk's $\beta$, one batch")
    _rests(noise, runs, law, "fresh", "component", _NOISY)
    noise.set(title="Component of the noise", ylabel=r"component over $\sqrt{n}$")
    runs, law = (read("remainder", alpha=_RANK_ONE) for read in (tables.runs, tables.theory))
    plot.theory(rank_one, law, "n", "remainder", _DEGREES)
    means = plot.estimates(runs, "remainder", ["degree", "n"], "log")
    plot.simulation(rank_one, means, "n", _DEGREES)
    _frame(rank_one, runs)
    same_axis((fresh, same, rank_one), "y")
    rank_one.set_title(rf"Rank-one weights, $\alpha = {_RANK_ONE}$")


def _rests(
    ax: Axes,
    runs: pd.DataFrame,
    law: pd.DataFrame,
    batch: str,
    value: str,
    alphas: tuple[float, ...],
) -> None:
    runs, law = (
        frame[(frame["batch"] == batch) & frame["alpha"].isin(alphas)] for frame in (runs, law)
    )
    plot.theory(ax, law, "n", value, _STEPS)
    plot.simulation(ax, plot.estimates(runs, value, ["alpha", "n"], "log"), "n", _STEPS)
    _frame(ax, runs)


def _frame(ax: Axes, runs: pd.DataFrame) -> None:
    plot.logarithmic(ax, "y")
    against_n(ax, runs)
    ax.set_ylabel(r"$\|F - F_\ell\|_{\mathrm{op}}/\sqrt{n}$")
