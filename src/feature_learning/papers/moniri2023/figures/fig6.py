"""Setting 2: what the step gains, and what it learns of the quadratic part."""

from feature_learning.papers.moniri2023.panels import gain_panel, say_sizes
from feature_learning.plotting import Sheet, Tables

_PANELS = (
    ("learned_h2", "Learned of the quadratic part", "learned fraction of the coefficient"),
    ("test_gain", "Gain in test error", "gain in test error"),
)

_FOURTH = 3 / 8  # where the theorem's range of four spikes begins


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the test gain and the learned fraction of H_2 against alpha."""
    say_sizes(figure, tables, "one_step")
    for ax, (value, title, label) in zip(
        figure.hero(1, share=0.56, height=2.7), _PANELS, strict=True
    ):
        gain_panel(ax, tables, 2, value, ranges=4, most=3)
        ax.set(title=title, ylabel=label)
    levels = tables.theory("one_step", task=2, batch="fresh").dropna(subset="level_test_gain")
    third = levels[levels["alpha"] < _FOURTH]["level_test_gain"]
    figure.say(higher=levels["level_test_gain"].max() - third.max())
