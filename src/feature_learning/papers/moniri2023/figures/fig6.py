"""Setting 2: what the step gains, and what it learns of the quadratic part."""

from feature_learning.core.tables import Tables
from feature_learning.papers.moniri2023.gains import GAINS, gain_panel
from feature_learning.plotting.overlay import letter, mark, simulation, theory
from feature_learning.plotting.sheet import Sheet

_VARIANTS = {"fresh": "simulation", "interaction": "interaction kept"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw both gains and the learned fraction of H_2 against alpha."""
    axes = figure.panels(1, 3, height=2.6)
    for ax, (value, title) in zip(axes, GAINS, strict=False):
        ax.set_title(title)
        gain_panel(ax, tables, 2, value, _VARIANTS, limits=True)
    ax = axes[2]
    ax.set_title("learned fraction of $H_2$")
    for series, (variant, label) in enumerate(_VARIANTS.items()):
        simulation(ax, tables.runs("one_step", task=2, variant=variant), "alpha", "learned_h2", label=label, series=series)
    theory(ax, tables.theory("one_step", task=2), "alpha", "learned_h2", label="theory at this $n$")
    mark(ax, [0.25, 1 / 3])
    ax.set_xlabel(r"$\alpha = \log\eta/\log n$")
    ax.set_ylabel("learned fraction")
    axes[0].set_ylim(0, 0.48)
    axes[0].legend(loc="upper left")
    letter(axes)
