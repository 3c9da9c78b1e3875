"""What the theorem's spikes leave of the talk's features."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.moniri2023.shared.panels import ALPHA, against_n, name_at
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import Interval

_SHOWN = (0.1, 0.2, 0.29, 0.36)
_NOISY = (0.29, 0.36)
_CURVES = 0.2  # the step whose norms are drawn
_FORMS = plot.unordered("form", {"talk": r"with $\beta$", "own": r"with $\beta_r$"}, after=1)
_BETWEEN = 0.23  # where the name with the talk's beta stands, below its line
_EDGE = 1 / 4  # of the theorem's first range


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the exponents in n of the rest on fresh inputs with the talk's beta and with beta_r
    against alpha, and the rests themselves for one step.
    """
    figure.name_in_each()
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
    for form, up in (("own", 4), ("talk", -5)):
        _name(norms, form, rests[rests["form"] == form].sort_values("n")[["n", "estimate"]], up)
    norms.set_title(rf"$\alpha = {_CURVES:g}$")
    norms.set_ylabel(r"$\|F - F_\ell\|_{\mathrm{op}}/\sqrt{n}$")
    figure.say(step=f"{_CURVES:g}", first=f"{min(_SHOWN):g}", last=f"{max(_SHOWN):g}")
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
    _name(ax, "own", table[table["form"] == "own"].sort_values("alpha")[["alpha", "estimate"]], -5)
    talk = table[table["form"] == "talk"].sort_values("alpha")
    middle = (_BETWEEN, float(np.interp(_BETWEEN, talk["alpha"], talk["estimate"])))
    name_at(ax, _FORMS.names["talk"], _FORMS.colours["talk"], middle, (1, -4))
    plot.level(ax, 0.0, "")
    steps = np.array([min(_SHOWN), max(_SHOWN)])
    plot.guide(ax, steps, steps, r"$\alpha$", at=None)
    plot.regimes(ax, (_EDGE,), (r"$\ell = 1$", r"$\ell \geq 2$"))
    ax.set(title="Exponent of the rest", xlabel=ALPHA, ylabel="exponent in $n$")
    ax.set_xticks(_SHOWN)


def _name(ax: Axes, form: str, own: pd.DataFrame, up: int) -> None:
    """Name the curve of a form at its last but one point, above or below it."""
    if len(own) > 2:
        middle = tuple(own.iloc[-2])
        name_at(ax, _FORMS.names[form], _FORMS.colours[form], middle, (5, up))


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
