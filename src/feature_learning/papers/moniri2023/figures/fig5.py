"""Setting 1: what the step gains."""

from matplotlib.axes import Axes

from feature_learning.papers.moniri2023.panels import BATCHES, gain_panel, name_at, say_sizes
from feature_learning.plotting import Sheet, Tables

_FEW = 5  # seeds, fewer of which have bars too long for the name's place


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw both gains against alpha."""
    say_sizes(figure, tables, "one_step")
    figure.name_in_each()
    objective, test = figure.panels(1, 2, height=2.6)
    gain_panel(objective, tables, 1, "objective_gain")
    _name_fresh(objective, tables)
    objective.set(title="Training objective", ylabel="gain in objective")
    gain_panel(test, tables, 1, "test_gain")
    test.set(title="Test error", ylabel="gain in test error")

    sizes = tables.values("talk_by_size", "n")
    widest = tables.values("one_step", "alpha")[-1]
    figure.say(few=sizes[0], many=sizes[-1], widest=f"{widest:g}")


def _name_fresh(ax: Axes, tables: Tables) -> None:
    """Name the fresh batch under its curve, away from the theorem's level above it."""
    runs = tables.runs("one_step", task=1, batch="fresh")
    if runs["seed"].nunique() < _FEW:
        return  # the layout finds a place
    last = runs[runs["alpha"] == runs["alpha"].max()]
    at = (float(last["alpha"].iloc[0]), float(last["objective_gain"].mean()))
    name_at(ax, BATCHES.names["fresh"], BATCHES.colours["fresh"], at, (-1, -7))
