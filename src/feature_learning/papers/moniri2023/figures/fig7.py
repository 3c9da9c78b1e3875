"""The staircase at sample sizes that no simulation reaches."""

import math

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import level, mark, theory
from feature_learning.plotting.sheet import Sheet

_SHADES = ("0.75", "0.6", "0.45", "0.25", "0.0")


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the predicted test gain against alpha for each sample size."""
    (ax,) = figure.panels(height=2.6)
    curves = tables.theory("staircase")
    for number, (n, curve) in enumerate(curves.groupby("n", sort=True)):
        label = rf"$n = 10^{{{round(math.log10(float(str(n))))}}}$"
        theory(ax, curve, "alpha", "test_gain", label=label, dash=number, color=_SHADES[number % len(_SHADES)])
    for degree, dash in ((1, 2), (2, 1)):
        level(ax, curves[f"test_gain_l{degree}"].iloc[0], label=rf"theorem, $\ell$ = {degree}", dash=dash)
    mark(ax, [0.25, 1 / 3])
    ax.set_xlabel(r"$\alpha = \log\eta/\log n$")
    ax.set_ylabel("predicted gain in test error")
    ax.set_ylim(0, 1.3)
    ax.legend(loc="upper left", ncols=2)
