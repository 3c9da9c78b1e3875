"""Every run's overlap at the end of the whitened flow against n/d."""

from feature_learning import plotting as plot
from feature_learning.papers.mousavi2023.shared.model import ISOTROPIC, Structure
from feature_learning.papers.mousavi2023.shared.structures import structure_hue
from feature_learning.plotting import Sheet, Tables
from feature_learning.statistics import by_run

_SHOWN, _D = (ISOTROPIC, Structure(0.0, 0.9)), 128
_MODES = (0.4, 0.8)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the runs of two structures at one d, with the overlaps that they start from."""
    (ax,) = figure.panels(width=figure.target.page, height=2.3)
    d = min(_D, tables.values("overlap", "d")[-1])
    runs, hue = tables.runs("overlap", d=d), structure_hue(_SHOWN)
    ratios = sorted(runs["ratio"].unique())
    shown = by_run(runs[runs["structure"].isin(hue.names)])
    shown = shown.assign(place=shown["ratio"].map(ratios.index))
    plot.runs(ax, shown, "place", "overlap", hue, dodge=9, alpha=0.6)
    for structure, name in hue.names.items():
        start = tables.value("overlap", "start", d=d, structure=structure)
        colour = plot.darker(hue.colours[structure])
        plot.level(ax, start, f"start, {name}", colour=colour)
    ax.set_xticks(range(len(ratios)), [f"{ratio:g}" for ratio in ratios])
    ax.set(
        title=f"$d = {d}$",
        xlabel="samples per dimension $n/d$",
        ylabel=r"overlap $|\omega|$ at the end",
        ylim=(-0.02, 1.02),
    )
    late = shown[shown["ratio"] >= ratios[-3]]["overlap"]
    between = ((late > _MODES[0]) & (late < _MODES[1])).mean()
    figure.say(d=d, between=between, least=ratios[-3], low=_MODES[0], high=_MODES[1])
