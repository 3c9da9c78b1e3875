"""The public code's own setting: twelve runs per data set, with its link and with ours."""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.bietti2022.experiments.selection import INITS
from feature_learning.papers.bietti2022.shared.model import RECOVERED
from feature_learning.plotting import Sheet, Tables

_LINKS = {"zigzag": "the code's link", "zigzag-half": "shifted by $1/2$"}
_COLOURS = {"zigzag": plot.GREY, "zigzag-half": plot.PREDICTION}
_NAMED = 3  # sizes that can all be written below a panel; more are written in thousands
_WIDTH = 0.6  # of the columns of one n
_SINGLE = r"single inits at infinite $n$"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the overlaps of all runs by n for both links, and the links' coefficients."""
    *panels, stems = figure.panels(1, 3, height=2.0, ratios=[1, 1, 0.85])
    d, inits = tables.values("selection", "d")[0], range(1 + max(map(max, INITS)))
    hue = plot.unordered("init", {init: f"init {init + 1}" for init in inits})
    for ax, (link, name) in zip(panels, _LINKS.items(), strict=True):
        runs = tables.runs("selection", s=3, d=d, link=link)
        _strip(ax, runs, tables.runs("links", s=3, link=link), hue)
        unit = "thousands of samples" if runs["n"].nunique() > _NAMED else "samples"
        ax.set(title=name, xlabel=f"{unit} $n$", ylim=(-0.02, 1.06))
    panels[0].set(ylabel=r"overlap $|\langle\theta,\theta_*\rangle|$")
    panels[1].tick_params(labelleft=False)
    _stems(stems, tables.theory("selection", d=d))


def _strip(ax: Axes, runs: pd.DataFrame, infinite: pd.DataFrame, inits: plot.Hue) -> None:
    """Draw a column of dots per n and seed, a ring around its largest, and single runs at infinite
    n.
    """
    sizes, seeds = sorted(runs["n"].unique()), sorted(runs["seed"].unique())
    place = dict(zip(seeds, np.linspace(-_WIDTH / 2, _WIDTH / 2, len(seeds)), strict=True))
    runs = runs.assign(x=runs["n"].map(sizes.index) + runs["seed"].map(place))
    plot.runs(ax, runs, "x", "overlap", inits, alpha=0.8)
    for group in range(0, len(sizes), 2):
        ax.axvspan(group - 0.5, group + 0.5, color="0.95", linewidth=0, zorder=0)
    top = runs.loc[runs.groupby(["n", "seed"])["overlap"].idxmax()]
    ring: dict[str, Any] = {"markersize": 5, "markerfacecolor": "none", "markeredgecolor": "black"}
    ax.plot(top["x"], top["overlap"], "o", zorder=4, **ring)
    sheet, name = plot.sheet_of(ax), "largest of the twelve"
    for init, ringed in inits.split(top):
        points = {"x": ringed["x"].to_numpy(), "y": ringed["overlap"].to_numpy(), "of": name}
        sheet.record(ax, inits.names[init], "simulation", **points)
    spread = np.linspace(-_WIDTH / 2, _WIDTH / 2, len(infinite)) + len(sizes)
    plot.runs(ax, infinite.assign(x=spread), "x", "overlap", label=_SINGLE, colour="0.4")
    share = (infinite["overlap"] > RECOVERED).mean()
    above = ax.annotate(f"{100 * share:.0f} % recover", (len(sizes), 1.07), ha="center")
    above.set(va="bottom", color="0.4", annotation_clip=False)
    sheet.room_above(ax, sheet.target.smallest)
    ax.axvline(len(sizes) - 0.5, color="0.8", linewidth=0.6, zorder=1)
    named = [str(n) if len(sizes) <= _NAMED else f"{n / 1000:g}" for n in sizes]
    ax.set_xticks(range(len(sizes) + 1), [*named, r"$\infty$"])


def _stems(ax: Axes, coefficients: pd.DataFrame) -> None:
    """Draw the Hermite coefficients of both links, side by side."""
    for (link, name), shift in zip(_LINKS.items(), (-0.12, 0.12), strict=True):
        part, colour = coefficients[coefficients["link"] == link], _COLOURS[link]
        degree, y = part["degree"].to_numpy(), part["coefficient"].to_numpy()
        ax.vlines(degree + shift, 0, y, color=colour, linewidth=1)
        ax.plot(degree + shift, y, "o", color=colour, markeredgecolor="white")
        plot.sheet_of(ax).record(ax, name, "theory", x=degree, y=y)
        plot.sheet_of(ax).name(plot.Entry(ax, name, "simulation", colour))
    ax.axhline(0, color="0.55", linewidth=0.6, zorder=1)
    ax.set(
        title="Hermite coefficients", xlabel="degree $j$", ylabel=r"$\alpha_j$", xticks=range(1, 7)
    )
