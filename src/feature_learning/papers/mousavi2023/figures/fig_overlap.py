"""Every run's overlap at the end of the whitened flow against n/d."""

from feature_learning import plotting as plot
from feature_learning.papers.mousavi2023.shared.model import ISOTROPIC, Structure
from feature_learning.papers.mousavi2023.shared.structures import structure_hue
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_run

_SHOWN, _D = (ISOTROPIC, Structure(0.0, 0.9)), 128


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the runs of two structures at one d, with the overlaps that they start from."""
    (ax,) = figure.panels()
    d = min(_D, tables.values("overlap", "d")[-1])
    runs, hue = tables.runs("overlap", d=d), structure_hue(_SHOWN)
    shown = by_run(runs[runs["structure"].isin(hue.names)])
    plot.runs(ax, shown, "ratio", "overlap", hue, alpha=0.6)
    for structure in sorted(hue.names):
        start = tables.value("overlap", "start", d=d, structure=structure)
        plot.level(ax, start, "start", colour=plot.darker(hue.colours[structure]))
    ax.margins(x=0.08)
    plot.logarithmic(ax, "x", ticks=sorted(runs["ratio"].unique()))
    ax.set(xlabel="samples per dimension $n/d$", ylabel=r"overlap $|\omega|$ at the end")
