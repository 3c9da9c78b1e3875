"""The two plateaus of online SGD on noisy labels, in growing dimensions."""

from feature_learning import plotting as plot
from feature_learning.papers.background.panels import equations, online_panel
from feature_learning.plotting import Sheet, Tables

_NAMED = {"unspecialised plateau": (100.0, 4.6e-3), "specialised plateau": (1500.0, 6.5e-5)}
_APART = 2
_LIMITS = (5e-5, 0.15)
_BEFORE = 10.0  # steps/d, before the plateau


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the risk against steps/d in each dimension."""
    (ax,) = figure.panels(width=0.72 * figure.target.page, height=2.6)
    runs = tables.runs("plateaus")
    dimensions = plot.unordered("d", {d: f"$d = {d}$" for d in sorted(set(runs["d"]))})
    equations(ax, runs, "alpha", dimensions)
    online_panel(ax, runs, "alpha", dimensions, apart=_APART)
    figure.name(plot.Entry(ax, "equations", "theory", plot.GREY))
    figure.name(plot.Entry(ax, "SGD", "simulation", plot.GREY, "o"))
    ax.set(xlabel="steps$/d$", ylim=_LIMITS)
    figure.key(ax, "lower left")
    last = runs["alpha"].max()
    for name, (at, risk) in _NAMED.items():
        if at < last:
            ax.annotate(name, (at, risk), ha="center", va="center", color="0.35")
    early = runs[runs["alpha"].between(1.0, _BEFORE) & (runs["d"] == runs["d"].max())]
    figure.say(early=(early["risk"] / early["ode_risk"] - 1).abs().max(), high=int(runs["d"].max()))
