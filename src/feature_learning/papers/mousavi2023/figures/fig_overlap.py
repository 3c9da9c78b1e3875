"""Every run's overlap at the end of the whitened flow against n/d."""

from dataclasses import replace

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.mousavi2023.shared.model import ISOTROPIC, Structure
from feature_learning.papers.mousavi2023.shared.structures import structure_hue
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_run

_NAMES = ("no spike", "spike")
_SHOWN, _D = (ISOTROPIC, Structure(0.0, 0.9)), 128
_MODES = (0.4, 0.8)
_WIDTH = 0.32  # of a column
_DODGE = 15  # points between two columns, whose shares stand over them side by side


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the runs of two structures at one d, with the overlaps that they start from."""
    (ax,) = figure.panels(width=figure.target.page, height=2.3)
    d = min(_D, tables.values("overlap", "d")[-1])
    runs, own = tables.runs("overlap", d=d), structure_hue(_SHOWN)
    hue = replace(own, names=dict(zip(own.names, _NAMES, strict=True)))
    ratios = sorted(runs["ratio"].unique())
    least = ratios[-3:][0]
    shown = by_run(runs[runs["structure"].isin(hue.names)])
    shown = shown.assign(place=shown["ratio"].map(ratios.index))
    columns = [plot.swarm(part, "place", "overlap", width=_WIDTH) for _, part in hue.split(shown)]
    plot.runs(ax, pd.concat(columns), "place", "overlap", hue, dodge=_DODGE, alpha=0.6)
    _shares(ax, shown, hue)
    for structure, name in hue.names.items():
        start = tables.value("overlap", "start", d=d, structure=structure)
        colour = plot.darker(hue.colours[structure])
        plot.level(ax, start, f"start, {name}", colour=colour)
    ax.set_xticks(range(len(ratios)), [f"{ratio:g}" for ratio in ratios])
    ax.set(
        title=f"$d = {d}$",
        xlabel="samples per dimension $n/d$",
        ylabel=r"overlap $|\omega|$ at the end",
        xlim=(-0.6, len(ratios) - 0.4),
        ylim=(-0.02, 1.13),
    )
    late = shown[shown["ratio"] >= least]["overlap"]
    between = ((late > _MODES[0]) & (late < _MODES[1])).mean()
    count = shown.groupby(["structure", "place"]).size().max()
    figure.say(gamma2=_SHOWN[1].gamma2, runs=int(count))
    figure.say(d=d, between=between, least=least, low=_MODES[0], high=_MODES[1])


def _shares(ax: Axes, shown: pd.DataFrame, hue: plot.Hue) -> None:
    """Write the share of runs with an overlap above 1/2 over each column."""
    figure = plot.sheet_of(ax)
    for number, (structure, part) in enumerate(hue.split(shown)):
        aligned = (part["overlap"] > 0.5).groupby(part["place"]).mean()
        for place, share in aligned.items():
            ax.annotate(
                f"{share:.2f}",
                (place, 1.03),
                ((number - 0.5) * _DODGE * figure.target.type, 0),
                textcoords="offset points",
                fontsize=figure.target.smallest,
                color=plot.written(hue.colours[structure]),
                ha="center",
                va="bottom",
            )
