"""The same batch for both steps."""

from feature_learning import plotting as plot
from feature_learning.papers.moniri2023.shared.panels import step_regimes
from feature_learning.plotting import Sheet, Tables

_FRESH = plot.methods("batch", {"fresh": ("variant", "fresh batch")})
_BATCHES = _FRESH + plot.unordered("batch", {"reused": "batch reused"}, after=5)
_PANELS = (
    ("objective_gain", "a reused batch fits much better", "gain in training objective"),
    ("test_gain", "and gains more on new data", "gain in test error"),
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw both gains against alpha with fresh data and with the batch reused."""
    runs, curve = tables.runs("reuse"), tables.theory("reuse", batch="fresh")
    for ax, (value, title, label) in zip(figure.panels(1, 2), _PANELS, strict=True):
        plot.theory(ax, curve, "alpha", value, _FRESH)
        plot.simulation(ax, plot.estimates(runs, value, ["batch", "alpha"]), "alpha", _BATCHES)
        step_regimes(ax)
        ax.set(title=title, ylabel=label)
