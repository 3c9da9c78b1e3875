"""Setting 1: what the step gains."""

from feature_learning import plotting as plot
from feature_learning.papers.moniri2023.shared.panels import against_n, gain_panel
from feature_learning.plotting import Sheet, Tables

_ALPHA = 0.2


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw both gains against alpha, and how the closed form for one batch is approached."""
    objective, test, gap = figure.hero(2, height=3.1)
    gain_panel(objective, tables, 1, "objective_gain")
    objective.set(title="Training objective", ylabel="gain in objective")
    gain_panel(test, tables, 1, "test_gain")
    test.set(title="Test error", ylabel="gain in test error")

    runs, law = (
        read("talk_by_size", task=1, batch="same", alpha=_ALPHA)
        for read in (tables.runs, tables.theory)
    )
    predicted = law.set_index("n")["share"]
    runs = runs.assign(gap=runs["share"] - predicted[runs["n"]].to_numpy())
    plot.simulation(gap, plot.estimates(runs, "gap", ["n"]), "n", colour=plot.ORANGE)
    plot.level(gap, 0.0, "")
    against_n(gap, runs)
    gap.set(title=rf"One batch, $\alpha = {_ALPHA}$", ylabel="gain less theory")
    found = tables.runs("one_step", task=1, alpha=0.29).groupby("batch")["share"].mean()
    own = tables.theory("one_step", task=1, batch="fresh", alpha=0.29).iloc[0]
    level = own["level_objective_gain"] / own["untrained_objective"]
    figure.say(written=found["same"] / level, split=found["fresh"] / level)
