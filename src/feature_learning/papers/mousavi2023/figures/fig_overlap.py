"""Overlap at the end of the whitened flow against n/d, by strength and by alignment of the spike."""

from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2023.model import gammas
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import level, logarithmic
from feature_learning.plotting.marks import runs as single
from feature_learning.plotting.marks import simulation
from feature_learning.plotting.palette import Hue, ordered
from feature_learning.plotting.sheet import Sheet

_ALIGNED = 0.5
_BY_STRENGTH = ("isotropic", "0-0.3", "0-0.6", "0-0.9")
_BY_ALIGNMENT = ("0.5-0.9", "0.3-0.9", "0.15-0.9", "0-0.9")


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the runs at the largest d, then the share that is aligned."""
    axes = figure.panels(2, 2, height=1.7, sharex="all", sharey="row")
    runs = tables.runs("overlap")
    runs = runs[runs["d"] == runs["d"].max()]
    start = tables.theory("overlap")
    start = start[start["d"] == start["d"].max()].set_index("structure")["start"]
    hues = _hue(_BY_STRENGTH, 1, "crest"), _hue(_BY_ALIGNMENT, 0, "flare")
    titles = "a strong spike helps", "its direction matters less"
    for top, bottom, hue, title in zip(axes, axes[2:], hues, titles, strict=False):
        top.set_title(title)
        own = runs[runs["structure"].isin(hue.names)]
        single(top, own, "ratio", "overlap", hue, dodge=3)
        _starts(top, hue, start.to_dict())
        simulation(bottom, estimates(own, "aligned", ["structure", "ratio"], "fraction"), "ratio", hue, join=True, dodge=3)
        bottom.set_title("share of aligned runs")
        top.set_ylabel(r"overlap $|\omega|$")
        bottom.set_ylabel(rf"share with $|\omega| > {_ALIGNED}$")
        bottom.set_xlabel("samples per dimension $n/d$")
        level(top, _ALIGNED, "")
        for ax in (top, bottom):
            ax.margins(x=0.08)
            logarithmic(ax, "x", ticks=sorted(own["ratio"].unique()))


def _hue(structures: tuple[str, ...], index: int, palette: str) -> Hue:
    """Return series along one exponent of the spike; ``isotropic`` is the weakest."""
    shades = ordered("structure", range(len(structures)), palette=palette)
    names = {}
    for structure in structures:
        pair = gammas(structure)
        names[structure] = "no spike" if pair is None else rf"$\gamma_1 = {pair[0]:g}$, $\gamma_2 = {pair[1]:g}$"
    colours = dict(zip(structures, shades.colours.values(), strict=True))
    return Hue("structure", colours, names, dict.fromkeys(structures, "o"))


def _starts(ax: Axes, hue: Hue, start: dict[object, float]) -> None:
    """Mark the median overlap at the start by a triangle at the left edge."""
    for structure in hue.names:
        ax.plot(
            [0.0],
            [start[structure]],
            transform=ax.get_yaxis_transform(),
            marker=">",
            color=hue.colours[structure],
            clip_on=False,
            zorder=4,
        )
