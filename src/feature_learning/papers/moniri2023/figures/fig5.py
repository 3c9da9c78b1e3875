"""Setting 1: what the step gains."""

from matplotlib.axes import Axes

from feature_learning.papers.moniri2023.shared.panels import BATCHES, gain_panel, name_at, say_sizes
from feature_learning.plotting import Sheet, Tables

_ALPHA = 0.2
_AT = 0.29
_FEW = 5  # seeds, fewer of which have bars too long for the name's place


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw both gains against alpha, and say how the closed form for one batch is approached."""
    say_sizes(figure, tables, "one_step")
    figure.name_in_each()
    objective, test = figure.panels(1, 2, height=2.6)
    gain_panel(objective, tables, 1, "objective_gain")
    _name_fresh(objective, tables)
    objective.set(title="Training objective", ylabel="gain in objective")
    gain_panel(test, tables, 1, "test_gain")
    test.set(title="Test error", ylabel="gain in test error")

    runs, law = (
        read("talk_by_size", task=1, batch="same", alpha=_ALPHA)
        for read in (tables.runs, tables.theory)
    )
    means = runs.groupby("n")["share"].mean()
    gaps = (law.set_index("n")["share"] - means).sort_index()
    figure.say(first=gaps.iloc[0], last=gaps.iloc[-1], few=int(gaps.index[0]), alpha=_ALPHA)
    figure.say(many=int(gaps.index[-1]))
    fresh = tables.runs("one_step", task=1, batch="fresh")
    widest = fresh["alpha"].max()
    at = tables.value("one_step", "test_gain", task=1, batch="fresh", alpha=widest)
    gain = fresh[fresh["alpha"] == widest]["test_gain"].mean()
    figure.say(widest=f"{widest:g}", below=gain - at)
    own = tables.theory("one_step", task=1, batch="fresh", alpha=_AT).iloc[0]
    at_one = tables.runs("one_step", task=1, alpha=_AT).groupby("batch")
    for name, value in (("", "objective_gain"), ("test_", "test_gain")):
        ratio = at_one[value].mean() / own[f"level_{value}"]
        figure.say(**{f"{name}written": ratio["same"], f"{name}split": ratio["fresh"]})
    for name, value in (("objective", "objective_gain"), ("test", "test_gain")):
        found = tables.runs("one_step", task=1, batch="same", alpha=_ALPHA)[value].mean()
        form = tables.value("one_step", value, task=1, batch="same", alpha=_ALPHA)
        figure.say(**{f"{name}_off": form / found - 1})


def _name_fresh(ax: Axes, tables: Tables) -> None:
    """Name the fresh batch under its curve, away from the theorem's level above it."""
    runs = tables.runs("one_step", task=1, batch="fresh")
    if runs["seed"].nunique() < _FEW:
        return  # the layout finds a place
    last = runs[runs["alpha"] == runs["alpha"].max()]
    at = (float(last["alpha"].iloc[0]), float(last["objective_gain"].mean()))
    name_at(ax, BATCHES.names["fresh"], BATCHES.colours["fresh"], at, (-1, -7))
