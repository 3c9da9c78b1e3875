"""Universality: three equivalent feature models."""

from feature_learning.core.tables import Tables
from feature_learning.papers.moniri2023.gains import GAINS, gain_panel
from feature_learning.plotting.overlay import letter
from feature_learning.plotting.sheet import Sheet

_MODELS = {"fresh": "network", "spikes": "untrained + spikes", "surrogate": "linear + noise + spikes"}


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw both gains against alpha for the three models."""
    axes = figure.panels(1, 2, height=2.6)
    for ax, (value, title) in zip(axes, GAINS, strict=True):
        ax.set_title(title)
        gain_panel(ax, tables, 2, value, _MODELS, limits=False)
    axes[0].legend()
    letter(axes)
