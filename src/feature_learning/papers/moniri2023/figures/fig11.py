"""What the theorem's spikes leave of the talk's features."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.moniri2023.shared.panels import against_n, same_axis
from feature_learning.plotting import Sheet, Tables

_SHOWN = (0.1, 0.2, 0.29, 0.36)
_NOISY = (0.29, 0.36)
_STEPS = plot.ordered("alpha", _SHOWN, r"$\alpha = {:g}$", palette="network")


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the rest against n on both batches, and the noise's component."""
    fresh, same, noise = figure.hero(2, height=3.2)
    runs, law = tables.runs("remainder_talk"), tables.theory("remainder_talk")
    _rests(fresh, runs, law, "fresh", "talk", _SHOWN)
    fresh.set_title("On fresh inputs")
    _rests(same, runs, law, "same", "talk", _SHOWN)
    same.set_title("On the batch of the step")
    same_axis((fresh, same), "y")
    _rests(noise, runs, law, "fresh", "component", _NOISY)
    noise.set(title="Component of the noise", ylabel=r"component over $\sqrt{n}$")
    for name, batch, value, alphas in (
        ("fresh", "fresh", "talk", _SHOWN),
        ("same", "same", "talk", _SHOWN),
        ("noise", "fresh", "component", _NOISY),
    ):
        figure.say(**{name: _largest(runs, law, batch, value, alphas)})


def _largest(
    runs: pd.DataFrame, law: pd.DataFrame, batch: str, value: str, alphas: tuple[float, ...]
) -> float:
    """Return the ratio of a mean to its prediction that is farthest from one, less one."""
    means, predicted = (
        frame[(frame["batch"] == batch) & frame["alpha"].isin(alphas)]
        .groupby(["alpha", "n"])[value]
        .mean()
        for frame in (runs, law)
    )
    gaps = (means / predicted - 1).dropna().to_numpy()
    return float(gaps[np.abs(gaps).argmax()])


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
    plot.theory(ax, law, "n", value, _STEPS, ends=True)
    plot.simulation(ax, plot.estimates(runs, value, ["alpha", "n"], "log"), "n", _STEPS)
    _frame(ax, runs)


def _frame(ax: Axes, runs: pd.DataFrame) -> None:
    plot.logarithmic(ax, "y")
    against_n(ax, runs)
    ax.set_ylabel(r"$\|F - F_\ell\|_{\mathrm{op}}/\sqrt{n}$")
