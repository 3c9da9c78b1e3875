"""The predicted error without a ridge over N/d and n/d."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_LIMITS = (0.02, 5.0)  # of the colours
_SPAN = (0.1, 30.0)
_CUTS = (1.0, 3.0, 10.0)
_TICKS = (0.1, 0.3, 1, 3, 10, 30)
_ERRORS = (0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
_PALETTE = "rocket"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the map, and cuts through it at fixed n/d."""
    risks = tables.theory("heat_map")
    surface, lines = figure.panels(1, 2, height=2.4)
    for ax in (surface, lines):
        plot.logarithmic(ax, "x", ticks=_TICKS)
        ax.set(xlabel=r"$\psi_1 = N/d$", xlim=_SPAN)
    cuts = risks[risks["cut"]]
    _map(surface, risks[~risks["cut"]])
    hue = plot.ordered("psi2", _CUTS, r"$\psi_2 = {:g}$", palette="flare_r")
    for psi2 in _CUTS:
        own = cuts[cuts["psi2"] == psi2]
        plot.theory(lines, own, "psi1", "risk", hue, poles=[psi2])
    plot.logarithmic(lines, "y", ticks=_ERRORS)
    lines.set(ylabel="test error", ylim=_LIMITS, title=r"Cuts at fixed $\psi_2$")
    widest = cuts[cuts["psi1"] == cuts["psi1"].max()].set_index("psi2")["risk"]
    figure.say(**{f"wide_{k}": float(widest[psi2]) for k, psi2 in enumerate(_CUTS)})


def _map(ax: Axes, grid: pd.DataFrame) -> None:
    """Draw the error over both ratios, its ridge, and where the cuts are."""
    sheet = plot.sheet_of(ax)
    plot.logarithmic(ax, "y", ticks=_TICKS)
    ax.set(ylabel=r"$\psi_2 = n/d$", title="Prediction")
    # At equal numbers it is infinite: above the colours.
    grid = grid.assign(risk=grid["risk"].clip(upper=2 * _LIMITS[1]))
    bar = plot.heat(
        ax,
        grid,
        "psi1",
        "psi2",
        "risk",
        label="test error",
        palette=_PALETTE,
        limits=_LIMITS,
        log=True,
        role="theory",
    )
    plot.logarithmic(bar.ax, "y", ticks=_ERRORS)
    bar.ax.grid(False)
    bar.ax.yaxis.label.set(rotation=0, ha="center", va="bottom")
    bar.ax.yaxis.set_label_coords(0.5, 1.06)  # above the bar, not next to the other panel's
    ax.plot(_SPAN, _SPAN, color=bar.cmap(1.0), linewidth=1.2, zorder=1.5)
    for psi2 in _CUTS:
        ax.axhline(psi2, color="white", linewidth=0.5, linestyle="--", zorder=1.6)
        ax.annotate(
            rf"$\psi_2 = {psi2:g}$",
            (_SPAN[1], psi2),
            xytext=(-2, -1.5),
            textcoords="offset points",
            ha="right",
            va="top",
            color="white",
            fontsize=sheet.target.smallest,
        )
    ax.set(xlim=_SPAN, ylim=_SPAN)
