"""One step after preprocessing, beside the numbers that the notebook prints."""

import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.dandi2023.shared.model import linear_floor
from feature_learning.papers.dandi2023.shared.published import PUBLISHED
from feature_learning.plotting import Sheet, Tables

_NAME = "notebook, with its spread"
_MARGIN = 5.0  # per cent, of the claim


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the errors against log n/log d in three dimensions, and how far those of the notebook's
    are from its own.
    """
    errors, differences = figure.panels(1, 2, ratios=[1.6, 1])
    rows = pd.concat([tables.runs("preprocessed"), tables.runs("preprocessed_sizes")])
    stepped, frozen = (rows[rows["weights"] == name] for name in ("stepped", "frozen"))
    dimensions = plot.ordered("d", rows["d"], "one step, $d = {}$")
    errors.set(title="from $n = d^{1.65}$ the step helps", ylabel="test error")
    table = plot.estimates(stepped, "as_published", ["d", "log_size"], "log")
    plot.simulation(errors, table, "log_size", dimensions)
    few = tables.values("preprocessed_sizes", "d")[-1]
    table = plot.estimates(frozen[frozen["d"] == few], "as_published", ["log_size"], "log")
    name, colour = f"frozen weights, $d = {few}$", plot.METHODS["random features"]
    plot.simulation(errors, table, "log_size", label=name, colour=colour, marker="s")
    _published(errors, figure)
    plot.level(errors, linear_floor("quartic"), "linear", at=0.98)

    differences.set(title="within 5 % of the notebook", ylabel="difference from the notebook, %")
    compared = tables.runs("preprocessed", weights="stepped")
    compared = compared[compared["log_size"].isin(list(PUBLISHED))]
    if len(compared):  # the scales differ in what they can compare
        means = compared["log_size"].map(lambda size: PUBLISHED[size].mean)
        compared = compared.assign(difference=100 * (compared["as_published"] / means - 1))
        table = plot.estimates(compared, "difference", ["d", "log_size"])
        plot.simulation(differences, table, "log_size", dimensions)
    differences.axhspan(-_MARGIN, _MARGIN, color="0.93", zorder=0, linewidth=0)
    plot.level(differences, 0.0, "")
    for ax, shown in ((errors, rows), (differences, compared if len(compared) else rows)):
        sizes = sorted(shown["log_size"].unique())
        ax.set_xlim(sizes[0] - 0.12, sizes[-1] + 0.12)
        ax.set_xticks(sizes, [f"{size:g}" for size in sizes])
        ax.set_xlabel(r"samples, $\log n\,/\log d$")


def _published(ax: Axes, figure: Sheet) -> None:
    """Draw the notebook's means, with bars of one printed spread."""
    sizes, means = list(PUBLISHED), [printed.mean for printed in PUBLISHED.values()]
    spreads = [printed.spread for printed in PUBLISHED.values()]
    ax.errorbar(
        sizes, means, yerr=spreads, linestyle="none", marker="x", color=plot.PREDICTION, zorder=5
    )
    figure.record(ax, _NAME, "paper", x=sizes, y=means)
    figure.name(plot.Entry(ax, _NAME, "simulation", plot.PREDICTION, "x"))
