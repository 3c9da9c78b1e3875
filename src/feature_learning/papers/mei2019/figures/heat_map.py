"""The predicted error without a ridge over N/d and n/d."""

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_LIMITS = (0.03, 5.0)  # of the colours
_SPAN = (0.1, 30.0)
_CUTS = (1.0, 3.0, 10.0)
_TICKS = (0.1, 0.3, 1, 3, 10, 30)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the map, and cuts through it at fixed n/d."""
    risks = tables.theory("heat_map")
    surface, lines = figure.panels(1, 2, height=2.4)
    for ax in (surface, lines):
        plot.logarithmic(ax, "x", ticks=_TICKS)
        ax.set(xlabel=r"$\psi_1 = N/d$", xlim=_SPAN)
    plot.logarithmic(surface, "y", ticks=_TICKS)
    surface.set(ylabel=r"$\psi_2 = n/d$", title="Predicted test error")
    cuts, grid = risks[risks["cut"]], risks[~risks["cut"]]
    # At equal numbers it is infinite: above the colours.
    grid = grid.assign(risk=grid["risk"].clip(upper=2 * _LIMITS[1]))
    plot.heat(
        surface,
        grid,
        "psi1",
        "psi2",
        "risk",
        label="test error",
        palette="rocket",
        limits=_LIMITS,
        log=True,
        role="theory",
    )
    surface.set(xlim=_SPAN, ylim=_SPAN)
    hue = plot.ordered("psi2", _CUTS, r"$\psi_2 = {:g}$", palette="flare_r")
    for psi2 in _CUTS:
        own = cuts[cuts["psi2"] == psi2]
        plot.theory(lines, own, "psi1", "risk", hue, poles=[psi2])
    plot.logarithmic(lines, "y")
    lines.set(ylabel="test error", ylim=_LIMITS, title=r"Cuts at fixed $\psi_2$")
    widest = cuts[cuts["psi1"] == cuts["psi1"].max()].set_index("psi2")["risk"]
    figure.say(**{f"wide_{k}": float(widest[psi2]) for k, psi2 in enumerate(_CUTS)})
