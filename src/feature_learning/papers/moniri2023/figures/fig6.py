"""Setting 2: what the step gains, and what it learns of the quadratic part."""

import numpy as np

from feature_learning.papers.moniri2023.shared.panels import gain_panel, say_sizes
from feature_learning.plotting import Sheet, Tables

_PANELS = (
    ("learned_h2", "Learned of the quadratic part", "learned fraction of the coefficient"),
    ("test_gain", "Test error", "gain in test error"),
)

_ALPHA = 0.2
_FOURTH = 3 / 8  # where the theorem's range of four spikes begins


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the test gain and the learned fraction of H_2 against alpha."""
    say_sizes(figure, tables, "one_step")
    for ax, (value, title, label) in zip(
        figure.hero(1, share=0.56, height=2.7), _PANELS, strict=True
    ):
        gain_panel(ax, tables, 2, value, narrow=value == "test_gain", most=3)
        ax.set(title=title, ylabel=label)
    learned = tables.runs("one_step", task=2, alpha=0.39).groupby("batch")["learned_h2"].mean()
    figure.say(split=learned["fresh"], written=learned["same"])
    runs, law = (read("one_step", task=2, batch="fresh") for read in (tables.runs, tables.theory))
    means = runs.groupby("alpha")["test_gain"].mean()
    curve = law.dropna(subset="test_gain").sort_values("alpha")
    off = np.interp(means.index, curve["alpha"], curve["test_gain"]) / means - 1
    figure.say(low=off.min(), high=off.max())
    one = tables.runs("one_step", task=2, batch="same", alpha=_ALPHA)["test_gain"].mean()
    form = tables.value("one_step", "test_gain", task=2, batch="same", alpha=_ALPHA)
    figure.say(one=form / one - 1)
    levels = law.sort_values("alpha").dropna(subset="level_test_gain")
    third = levels[levels["alpha"] < _FOURTH]["level_test_gain"]
    figure.say(higher=levels["level_test_gain"].max() - third.max())
