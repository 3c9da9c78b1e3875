"""Accuracy against temperature and width."""

from feature_learning.core.tables import Tables
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.lines import level, logarithmic
from feature_learning.plotting.marks import simulation
from feature_learning.plotting.palette import METHODS
from feature_learning.plotting.sheet import Sheet
from feature_learning.statistics.evidence import by_run

_PANELS = (
    ("temperature", "heat", r"temperature $\lambda d$", "heat above 0.5 destroys learning"),
    ("widths", "width", "width $N$", "twenty neurons suffice"),
)


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the accuracy against the temperature, then against the width."""
    for ax, (experiment, column, name, title) in zip(figure.panels(1, 2, sharey="row"), _PANELS, strict=True):
        ax.set_title(title)
        rows = by_run(tables.runs(experiment))
        found = estimates(rows, "accuracy", [column], "logit")
        simulation(ax, found, column, label="network", colour=METHODS["network"], join=True)
        level(ax, 0.5, "chance" if column == "width" else "")
        logarithmic(ax, "x", ticks=[0.01, 0.1, 1] if column == "heat" else sorted(rows[column].unique()))
        ax.set_xlabel(name)
        ax.set_ylabel("test accuracy")
