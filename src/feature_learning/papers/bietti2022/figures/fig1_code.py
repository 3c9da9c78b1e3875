"""The public code's own setting: twelve runs per data set, with its link and with ours."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.papers.bietti2022.experiments.selection import INITS
from feature_learning.papers.bietti2022.shared.model import RECOVERED
from feature_learning.plotting.key import Entry
from feature_learning.plotting.marks import runs as dots
from feature_learning.plotting.palette import GREY, PREDICTION, Hue, unordered
from feature_learning.plotting.sheet import Sheet, sheet_of

_LINKS = {"zigzag": "the code's link", "zigzag-half": "shifted by $1/2$"}
_COLOURS = {"zigzag": GREY, "zigzag-half": PREDICTION}
_NAMED = 3  # sizes that can all be written below a panel; more are written in thousands
_WIDTH = 0.6  # of the columns of one n
_SINGLE = r"single inits at infinite $n$"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the overlaps of all runs by n for both links, and the links' coefficients."""
    *panels, stems = figure.panels(1, 3, height=2.0, ratios=[1, 1, 0.85])
    runs, infinite = tables.runs("selection", s=3), tables.runs("links", s=3)
    runs = runs[runs["d"] == runs["d"].min()]
    inits = unordered("init", {init: f"init {init + 1}" for init in range(1 + max(map(max, INITS)))})
    for ax, (link, name) in zip(panels, _LINKS.items(), strict=True):
        _strip(ax, runs[runs["link"] == link], infinite[infinite["link"] == link], inits)
        many = runs["n"].nunique() > _NAMED
        ax.set(title=name, xlabel="thousands of samples $n$" if many else "samples $n$", ylim=(-0.02, 1.06))
    panels[0].set_ylabel(r"overlap $|\langle\theta,\theta_*\rangle|$")
    panels[1].tick_params(labelleft=False)
    _stems(stems, tables.theory("selection"))


def _strip(ax: Axes, runs: pd.DataFrame, infinite: pd.DataFrame, inits: Hue) -> None:
    """Draw a column of dots per n and seed, a ring around its largest, and single runs at infinite n."""
    sizes, seeds = sorted(runs["n"].unique()), sorted(runs["seed"].unique())
    place = dict(zip(seeds, np.linspace(-_WIDTH / 2, _WIDTH / 2, len(seeds)), strict=True))
    at = runs.assign(x=runs["n"].map(sizes.index) + runs["seed"].map(place))
    dots(ax, at, "x", "overlap", inits, alpha=0.8)
    for group in range(0, len(sizes), 2):
        ax.axvspan(group - 0.5, group + 0.5, color="0.95", linewidth=0, zorder=0)
    top = at.loc[at.groupby(["n", "seed"])["overlap"].idxmax()]
    ax.plot(top["x"], top["overlap"], "o", markersize=5, markerfacecolor="none", markeredgecolor="black", zorder=4)
    for init, ringed in inits.split(top):
        at_, y = ringed["x"].to_numpy(), ringed["overlap"].to_numpy()
        sheet_of(ax).record(ax, inits.names[init], "simulation", x=at_, y=y, of="largest of the twelve")
    spread = np.linspace(-_WIDTH / 2, _WIDTH / 2, len(infinite)) + len(sizes)
    dots(ax, infinite.assign(x=spread), "x", "overlap", label=_SINGLE, colour="0.4")
    share = (infinite["overlap"] > RECOVERED).mean()
    ax.annotate(f"{100 * share:.0f} % recover", (len(sizes), 1.07), ha="center", va="bottom", color="0.4", annotation_clip=False)
    sheet_of(ax).room_above(ax, sheet_of(ax).target.smallest)
    ax.axvline(len(sizes) - 0.5, color="0.8", linewidth=0.6, zorder=1)
    named = [str(n) if len(sizes) <= _NAMED else f"{n / 1000:g}" for n in sizes]
    names = [*named, r"$\infty$"]
    ax.set_xticks(range(len(names)), names)


def _stems(ax: Axes, coefficients: pd.DataFrame) -> None:
    """Draw the Hermite coefficients of both links, side by side."""
    coefficients = coefficients[coefficients["d"] == coefficients["d"].min()]
    for (link, name), shift in zip(_LINKS.items(), (-0.12, 0.12), strict=True):
        own = coefficients[coefficients["link"] == link]
        at, y = own["degree"].to_numpy() + shift, own["coefficient"].to_numpy()
        ax.vlines(at, 0, y, color=_COLOURS[link], linewidth=1)
        ax.plot(at, y, "o", color=_COLOURS[link], markeredgecolor="white")
        sheet_of(ax).record(ax, name, "theory", x=own["degree"].to_numpy(), y=y)
        sheet_of(ax).name(Entry(ax, name, "simulation", _COLOURS[link]))
    ax.axhline(0, color="0.55", linewidth=0.6, zorder=1)
    ax.set(title="Hermite coefficients", xlabel="degree $j$", ylabel=r"$\alpha_j$", xticks=range(1, 7))
