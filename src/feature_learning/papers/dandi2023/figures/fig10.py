"""One step against random features."""

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_TARGETS = plot.unordered(
    "target",
    {"linear-quadratic": r"$\ell = 1$", "quadratic": r"$\ell = 2$", "cubic": r"$\ell = 3$"},
)
_PAIR = ["target", "alpha", "seed"]


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the share of the error that one step removes against n/d, for three targets."""
    (ax,) = figure.panels()
    frozen, stepped = (
        tables.runs("step_gain", weights=weights).set_index(_PAIR)["error"]
        for weights in ("frozen", "stepped")
    )
    removed = (1 - stepped / frozen).rename("removed").reset_index()
    plot.level(ax, 0.0, "")
    table = plot.estimates(removed, "removed", ["target", "alpha"])
    plot.simulation(ax, table, "alpha", _TARGETS, join=True, ends=True)
    plot.logarithmic(ax, "x", ticks=tables.values("step_gain", "alpha"))
    ax.margins(x=0.1)
    ax.set(xlabel="samples per dimension $n/d$", ylabel="share of the error removed")
