"""The population landscape: loss and gradient norm along the overlap."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import DASHES, SERIES, letter
from feature_learning.plotting.sheet import Sheet

_DRAWS = 20


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw losses above gradient norms, one column per exponent."""
    runs, law = tables.runs("landscape"), tables.theory("landscape")
    law = law[law["ridge"] >= 1e-3]
    exponents, ridges = sorted(law["s"].unique()), sorted(law["ridge"].unique())
    axes = figure.panels(2, len(exponents), height=2.4)
    for top, bottom, s in zip(axes, axes[len(exponents) :], exponents, strict=False):
        top.set_title(f"loss, s = {s}")
        bottom.set_title(f"gradient, s = {s}")
        for series, ridge in enumerate(ridges):
            row = law[(law["s"] == s) & (law["ridge"] == ridge)].iloc[0]
            m = np.linspace(-1, 1, len(row["loss"]))
            drawn = runs[(runs["s"] == s) & (runs["ridge"] == ridge)].head(_DRAWS)
            for number, loss in enumerate(drawn["loss"]):
                top.plot(m, loss, color=SERIES[series][0], linewidth=0.4, alpha=0.5, label=f"N = 100, {ridge:g}" if number == 0 else None)
                figure.record(top, f"draw {number + 1}, ridge = {ridge:g}", "simulation", x=m, y=np.asarray(loss))
            top.plot(m, row["loss"], color="black", linestyle=DASHES[series], label=rf"$N = \infty$, {ridge:g}")
            bottom.plot(row["inner"], row["slope"], color="black", linestyle=DASHES[series], label=f"ridge = {ridge:g}")
            figure.record(top, f"ridge = {ridge:g}", "theory", x=m, y=np.asarray(row["loss"]))
            figure.record(bottom, f"ridge = {ridge:g}", "theory", x=np.asarray(row["inner"]), y=np.asarray(row["slope"]))
        top.set_ylim(0, None)
        bottom.set_yscale("log")
        bottom.set_ylim(1e-9, 1)
        bottom.set_xlabel("m")
    axes[0].set_ylabel(r"$L^*(m) - \sigma^2$")
    axes[len(exponents)].set_ylabel(r"$\sqrt{1 - m^2}\;|dL^*/dm|$")
    axes[-1].legend(loc="upper center", fontsize=5.5)
    axes[len(exponents) - 1].legend(loc="lower left", ncols=2, fontsize=5)
    letter(axes)
