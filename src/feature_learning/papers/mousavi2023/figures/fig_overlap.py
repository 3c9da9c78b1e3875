"""Every run's overlap at the end of the whitened flow against n/d."""

from feature_learning.core.tables import Tables
from feature_learning.papers.mousavi2023.shared.structures import structure_hue
from feature_learning.plotting.lines import level, logarithmic
from feature_learning.plotting.marks import runs as single
from feature_learning.plotting.palette import darker
from feature_learning.plotting.sheet import Sheet
from feature_learning.statistics.evidence import by_run

_SHOWN, _D = ("isotropic", "0-0.9"), 128


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the runs of two structures at one d, with the overlaps that they start from."""
    (ax,) = figure.panels()
    runs, start = tables.runs("overlap"), tables.theory("overlap")
    d = min(_D, runs["d"].max())
    hue = structure_hue(_SHOWN)
    single(ax, by_run(runs[(runs["d"] == d) & runs["structure"].isin(_SHOWN)]), "ratio", "overlap", hue, dodge=3, alpha=0.6)
    for structure, own in start[start["d"] == d].groupby("structure"):
        if structure in hue.names:
            level(ax, float(own["start"].iloc[0]), "start", colour=darker(hue.colours[structure]))
    ax.margins(x=0.08)
    logarithmic(ax, "x", ticks=sorted(runs["ratio"].unique()))
    ax.set_xlabel("samples per dimension $n/d$")
    ax.set_ylabel(r"overlap $|\omega|$ at the end")
