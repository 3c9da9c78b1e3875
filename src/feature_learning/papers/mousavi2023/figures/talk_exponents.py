"""The talk's rates: exponent of the sufficient number of samples by strength and alignment."""

import matplotlib as mpl
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.mousavi2023.quantities import visible_samples
from feature_learning.plotting import Sheet, Tables

_MISALIGNED = (0.0, 0.125, 0.25, 0.375, 0.5)
_HUE = plot.ordered("gamma1", _MISALIGNED, r"$\gamma_1 = {:g}$", palette="flare")
_INSET = (0.1, 0.14, 0.27, 0.34)  # its place, below the curves
_CASES = (  # of the theorem: name, place and angle in the inset
    (r"$1 + (k - 1)(1 - \gamma_2)$", (0.19, 0.9), 0),
    ("between", (0.42, 0.58), 0),
    ("$k$", (0.42, 0.18), 0),
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the exponent against the strength, and in an inset where each case of it holds."""
    (ax,) = figure.panels(width=4.4, height=3.0)
    law = tables.theory("phase")
    degrees = sorted(law["k"].unique())
    k = degrees[len(degrees) // 2]
    own = law[(law["k"] == k) & law["gamma1"].isin(_MISALIGNED)]
    plot.theory(ax, own, "gamma2", "exponent", _HUE, kinks=True)
    low, high = own["exponent"].min(), own["exponent"].max()
    ax.set(xlim=(0, own["gamma2"].max()), ylim=(low - 0.1, high + 0.1), yticks=range(1, k + 1))
    ax.set(xlabel=r"strength $\gamma_2$", ylabel="exponent of $n$")
    _measured(ax, tables, int(k))
    ax.set_ylim(min(low, ax.dataLim.y0) - 0.1, max(high, ax.dataLim.y1) + 0.1)
    figure.key(ax, "upper right")
    _cases(ax.inset_axes(_INSET), law)
    figure.say(k=int(k))


def _measured(ax: Axes, tables: Tables, k: int) -> None:
    """Draw the exponents of the first gradient at the misalignments that have a curve."""
    spikes = {f"{gamma1:g}": gamma1 for gamma1 in _MISALIGNED}
    table = visible_samples(tables, k).exponent("d").table()
    pairs = table["structure"].str.split("-", expand=True)
    table = table.assign(gamma1=pairs[0].map(spikes), gamma2=pairs[1].astype(float))
    plot.simulation(ax, table.dropna(subset="gamma1"), "gamma2", _HUE)


def _cases(inset: Axes, law: pd.DataFrame) -> None:
    """Draw the borders of the theorem's cases in the plane of both parameters."""
    size, last = mpl.rcParams["legend.fontsize"], float(law["gamma1"].max())
    width = 0.6 * mpl.rcParams["lines.linewidth"]
    for slope in (1, 2):
        inset.plot(
            [0, last], [0, slope * last], color=plot.PREDICTION, linestyle="--", linewidth=width
        )
    inset.set(xlim=(0, last), ylim=(0, 1), xticks=[0, last], yticks=[0, 1])
    for text, place, angle in _CASES:
        inset.text(*place, text, fontsize=size, ha="center", va="center", rotation=angle)
    inset.set_xlabel(r"misalignment $\gamma_1$", fontsize=size, labelpad=-4)
    inset.set_ylabel(r"strength $\gamma_2$", fontsize=size, labelpad=-2)
