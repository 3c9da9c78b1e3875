"""Remainder of the features without the theorem's spikes, for the slide's F and the trained one."""

from collections.abc import Sequence

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.moniri2023.panels import ALPHA
from feature_learning.papers.moniri2023.quantities import high_dimensional_rest, remainder
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics.quantity import Quantity

_SKIPPED = 0.32  # a step between two that are drawn
_FORMS = plot.unordered(
    "form",
    {
        "talk": r"trained $F$, $\beta$",
        "own": r"trained $F$, $\beta_r$",
        "slide": r"slide's $F$, $\beta$",
    },
    after=1,
)
_PARTS = plot.unordered(
    "part", {"rest": "as it is", "repaired": "without the\nnoise's component"}, after=2
)
_EDGES = (1 / 4, 1 / 3)  # of the theorem's ranges


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the exponents in n of the remainder on fresh inputs against alpha, for the slide's F and
    for the trained F with beta and with beta_r; the remainders themselves for one step; and the
    trained one with beta_r where d = 3n, with and without the component of the gradient's noise.
    """
    slopes, norms, noisy = figure.panels(1, 3, height=2.5, ratios=[1.2, 1.0, 1.0])
    alphas = [a for a in tables.values("remainder_talk", "alpha") if a != _SKIPPED]
    forms = {name: remainder(tables, name).at(batch="fresh", alpha=alphas) for name in _FORMS.names}
    _slopes(slopes, _table({name: form.exponent("n") for name, form in forms.items()}), alphas)
    step = alphas[(len(alphas) - 1) // 2]
    own = {name: form.at(alpha=step) for name, form in forms.items()}
    means = _table({name: form.averaged("geometric mean") for name, form in own.items()})
    plot.simulation(norms, means, "n", _FORMS, join=True)
    sizes = sorted(means["n"].unique())
    plot.logarithmic(norms, "y")
    plot.logarithmic(norms, "x", ticks=sizes)
    norms.set(title=rf"$\alpha = {step:g}$", xlabel="sample size $n$")
    norms.set_ylabel(r"$\|F - F_\ell\|_{\mathrm{op}}/\sqrt{n}$")
    _noise(noisy, tables)
    figure.say(step=f"{step:g}", low=sizes[0], high=sizes[-1], seeds=int(means["seeds"].max()))


def _noise(ax: Axes, tables: Tables) -> None:
    """Draw the remainder with beta_r where the gradient's noise is large, at the largest step."""
    alpha = tables.values("gradient_noise", "alpha")[-1]
    parts = {name: high_dimensional_rest(tables, name) for name in _PARTS.names}
    kept = {name: part.at(alpha=alpha) for name, part in parts.items()}
    found = [
        part.averaged("geometric mean").table().assign(part=name) for name, part in kept.items()
    ]
    plot.simulation(ax, pd.concat(found), "n", _PARTS, join=True)
    plot.logarithmic(ax, "y")
    plot.logarithmic(ax, "x", ticks=tables.values("gradient_noise", "n"))
    ratio = tables.value("gradient_noise", "phi")
    ax.set(title=rf"$d = {ratio:g}n$, $\alpha = {alpha:g}$", xlabel=rf"$n = d/{ratio:g}$")
    ax.set_ylabel(r"$\|F - F(\beta_r)\|_{\mathrm{op}}/\sqrt{n}$")


def _table(forms: dict[str, Quantity]) -> pd.DataFrame:
    """Return the estimates of all forms."""
    return pd.concat(form.table().assign(form=name) for name, form in forms.items())


def _slopes(ax: Axes, found: pd.DataFrame, alphas: Sequence[float]) -> None:
    """Draw the exponents against alpha; the formula of the interaction, which has alpha itself."""
    plot.simulation(ax, found.assign(kind="exponent"), "alpha", _FORMS, join=True, band=False)
    plot.level(ax, 0.0, "")
    steps = alphas[:: max(len(alphas) - 1, 1)]
    plot.guide(ax, steps, steps, r"$\alpha$", at=None)
    plot.regimes(ax, _EDGES, (r"$\ell = 1$", "2", "3"))
    ax.set(title="Exponent of the remainder", xlabel=ALPHA, ylabel="exponent in $n$")
    ax.set_xticks(alphas)
