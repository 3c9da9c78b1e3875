"""The same batch for both steps."""

from feature_learning.core.tables import Tables
from feature_learning.papers.moniri2023.shared.panels import step_regimes
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.marks import simulation, theory
from feature_learning.plotting.palette import methods, unordered
from feature_learning.plotting.sheet import Sheet

_FRESH = methods("batch", {"fresh": ("variant", "fresh batch")})
_BATCHES = _FRESH + unordered("batch", {"reused": "batch reused"}, after=5)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw both gains against alpha with fresh data and with the batch reused."""
    objective, test = figure.panels(1, 2)
    runs, curve = tables.runs("reuse"), tables.theory("reuse", batch="fresh")
    objective.set_title("a reused batch fits much better")
    test.set_title("and gains more on new data")
    labels = {"objective_gain": "gain in training objective", "test_gain": "gain in test error"}
    for ax, (value, label) in zip((objective, test), labels.items(), strict=True):
        theory(ax, curve, "alpha", value, _FRESH)
        simulation(ax, estimates(runs, value, ["batch", "alpha"]), "alpha", _BATCHES)
        step_regimes(ax)
        ax.set_ylabel(label)
