"""Setting 1: what the step gains."""

from feature_learning.papers.moniri2023.shared.panels import gain_panel, say_sizes
from feature_learning.plotting import Sheet, Tables

_ALPHA = 0.2


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw both gains against alpha, and say how the closed form for one batch is approached."""
    say_sizes(figure, tables, "one_step")
    objective, test = figure.panels(1, 2, height=2.6)
    gain_panel(objective, tables, 1, "objective_gain")
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
    found = tables.runs("one_step", task=1, alpha=0.29).groupby("batch")["share"].mean()
    own = tables.theory("one_step", task=1, batch="fresh", alpha=0.29).iloc[0]
    level = own["level_objective_gain"] / own["untrained_objective"]
    figure.say(written=found["same"] / level, split=found["fresh"] / level)
