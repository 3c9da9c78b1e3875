"""What the theorem's spikes leave of the talk's features."""

import numpy as np
import pandas as pd

from feature_learning import plotting as plot
from feature_learning.papers.moniri2023.shared.panels import against_n
from feature_learning.plotting import Sheet, Tables

_SHOWN = (0.1, 0.2, 0.29, 0.36)
_NOISY = (0.29, 0.36)
_STEPS = plot.ordered("alpha", _SHOWN, r"$\alpha = {:g}$", palette="network")


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the rest on fresh inputs against n, with the talk's beta and with beta_r."""
    talk, own = figure.panels(1, 2, sharey="row", height=2.5)
    runs, law = tables.runs("remainder_talk"), tables.theory("remainder_talk")
    fresh = runs[(runs["batch"] == "fresh") & runs["alpha"].isin(_SHOWN)]
    lines = law[(law["batch"] == "fresh") & law["alpha"].isin(_SHOWN)]
    plot.theory(talk, lines, "n", "talk", _STEPS, ends=True)
    plot.simulation(talk, plot.estimates(fresh, "talk", ["alpha", "n"], "log"), "n", _STEPS)
    rests = plot.estimates(fresh, "own", ["alpha", "n"], "log")
    plot.simulation(own, rests, "n", _STEPS, join=True, ends=True)
    talk.set_title(r"With the talk's $\beta$")
    own.set_title(r"With $\beta_r$")
    for ax in (talk, own):
        plot.logarithmic(ax, "y")
        against_n(ax, runs)
        ax.set_ylabel(r"$\|F - F_\ell\|_{\mathrm{op}}/\sqrt{n}$")
    for name, batch, value, alphas in (
        ("fresh", "fresh", "talk", _SHOWN),
        ("same", "same", "talk", _SHOWN),
        ("noise", "fresh", "component", _NOISY),
    ):
        figure.say(**{name: _largest(runs, law, batch, value, alphas)})
    for name, value in (("first", "talk"), ("second", "own")):
        fits = plot.exponents(fresh, "n", value, "alpha").itertuples()
        found = ", ".join(f"{plot.measured(fit)} at {fit.alpha:g}" for fit in fits)
        figure.say(**{name: found})


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
