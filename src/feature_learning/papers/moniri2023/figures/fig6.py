"""Setting 2: what the step gains, and what it learns of the quadratic part."""

from feature_learning.papers.moniri2023.shared.panels import gain_panel, say_sizes
from feature_learning.plotting import Sheet, Tables

_PANELS = (
    ("learned_h2", "Learned of the quadratic part", "learned fraction"),
    ("test_gain", "Test error", "gain in test error"),
    ("objective_gain", "Training objective", "gain in objective"),
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw both gains and the learned fraction of H_2 against alpha."""
    say_sizes(figure, tables, "one_step")
    for ax, (value, title, label) in zip(figure.hero(2, height=2.9), _PANELS, strict=True):
        gain_panel(ax, tables, 2, value)
        ax.set(title=title, ylabel=label)
    learned = tables.runs("one_step", task=2, alpha=0.39).groupby("batch")["learned_h2"].mean()
    figure.say(split=learned["fresh"], written=learned["same"])
