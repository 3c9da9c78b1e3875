"""Remainder of the features without the theorem's spikes, for the slide's F and the trained one."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.moniri2023.shared.panels import ALPHA, against_n
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import Interval

_SHOWN = (0.1, 0.2, 0.29, 0.36)
_NOISY = (0.29, 0.36)
_CURVES = 0.2  # the step whose norms are drawn
_FORMS = plot.unordered(
    "form",
    {
        "talk": r"trained $F$, $\beta$",
        "own": r"trained $F$, $\beta_r$",
        "slide": r"slide's $F$, $\beta$",
    },
    after=1,
)
_EDGES = (1 / 4, 1 / 3)  # of the theorem's ranges


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the exponents in n of the remainder on fresh inputs against alpha, for the slide's F and
    for the trained F with beta and with beta_r, and the remainders themselves for one step.
    """
    slopes, norms = figure.panels(1, 2, height=2.5, ratios=[1.2, 1.0])
    runs, law = tables.runs("remainder_talk"), tables.theory("remainder_talk")
    fresh = runs[(runs["batch"] == "fresh") & runs["alpha"].isin(_SHOWN)]
    found = pd.concat(
        plot.exponents(fresh, "n", form, "alpha").assign(form=form) for form in _FORMS.names
    )
    _slopes(slopes, found, fresh["seed"].nunique())
    talk = found[found["form"] == "talk"]
    below = talk["alpha"] - talk["estimate"]
    figure.say(under=float(below.min()), most=float(below.max()))
    own = fresh[fresh["alpha"] == _CURVES]
    rests = plot.estimates(own, list(_FORMS.names), ["n"], "log")
    rests = rests.rename(columns={"quantity": "form"})
    plot.simulation(norms, rests, "n", _FORMS, join=True)
    plot.logarithmic(norms, "y")
    against_n(norms, runs)
    norms.set_title(rf"$\alpha = {_CURVES:g}$")
    norms.set_ylabel(r"$\|F - F_\ell\|_{\mathrm{op}}/\sqrt{n}$")
    figure.say(step=f"{_CURVES:g}")
    low, high = (int(end(fresh["n"])) for end in (min, max))
    figure.say(low=low, high=high, seeds=fresh["seed"].nunique())
    for name, batch, value, alphas in (
        ("fresh", "fresh", "talk", _SHOWN),
        ("same", "same", "talk", _SHOWN),
        ("noise", "fresh", "component", _NOISY),
    ):
        figure.say(**{name: _largest(runs, law, batch, value, alphas)})


def _slopes(ax: Axes, found: pd.DataFrame, seeds: int) -> None:
    """Draw the exponents against alpha; the formula of the interaction, which has alpha itself."""
    ends = found[["estimate", "low", "high"]].to_numpy(dtype=float)
    intervals = [Interval(*map(float, row)) for row in ends]
    table = plot.points(
        intervals, seeds, "exponent", alpha=list(found["alpha"]), form=list(found["form"])
    )
    plot.simulation(ax, table, "alpha", _FORMS, join=True, band=False)
    plot.level(ax, 0.0, "")
    steps = np.array([min(_SHOWN), max(_SHOWN)])
    plot.guide(ax, steps, steps, r"$\alpha$", at=None)
    plot.regimes(ax, _EDGES, (r"$\ell = 1$", "2", "3"))
    ax.set(title="Exponent of the remainder", xlabel=ALPHA, ylabel="exponent in $n$")
    ax.set_xticks(_SHOWN)


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
