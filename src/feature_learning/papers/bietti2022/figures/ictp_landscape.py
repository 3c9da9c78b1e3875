"""The ICTP talk's two sketches of the loss against the overlap."""

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_TITLES = {"known": "Known link", "unknown": "Unknown link"}
_FORMULAS = {"known": "$-(m^2 + m^3)$", "unknown": "$m^4 - m^2$"}
_LOSS = (-2.0, 1.0)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw each formula from pole to pole."""
    law = tables.theory("sketches")
    panels = figure.panels(1, 2, height=2.2)
    for ax, (column, title) in zip(panels, _TITLES.items(), strict=True):
        name = _FORMULAS[column]
        plot.theory(ax, law, "m", column, label=name, colour=plot.BLUE)
        ax.set(title=title, xlabel="overlap $m$", ylabel="$L$ minus a constant")
        ax.set(xlim=(-1, 1), ylim=_LOSS)
    figure.say(
        least=float(law["unknown"].min()),
        at=float(law.sort_values("unknown")["m"].abs().iloc[0]),
        pole=float(law["known"].iloc[-1]),
    )
