"""One step after preprocessing, beside the numbers that the notebook prints."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from feature_learning.core.tables import Tables
from feature_learning.papers.dandi2023.shared.model import linear_floor
from feature_learning.papers.dandi2023.shared.published import PUBLISHED
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.key import Entry
from feature_learning.plotting.lines import level
from feature_learning.plotting.marks import simulation
from feature_learning.plotting.palette import METHODS, PREDICTION, ordered
from feature_learning.plotting.sheet import Sheet

_NAME = "notebook, with its spread"
_MARGIN = 5.0  # per cent, of the claim


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the errors against log n/log d in three dimensions, and how far those of the notebook's are from its own."""
    errors, differences = figure.panels(1, 2, ratios=[1.6, 1])
    rows = pd.concat([tables.runs("preprocessed"), tables.runs("preprocessed_sizes")])
    stepped, frozen = (rows[rows["weights"] == name] for name in ("stepped", "frozen"))
    dimensions = ordered("d", rows["d"], "one step, $d = {}$")
    errors.set_title("from $n = d^{1.65}$ the step helps")
    simulation(errors, estimates(stepped, "as_published", ["d", "log_size"], "log"), "log_size", dimensions, dodge=5)
    few = int(tables.runs("preprocessed_sizes")["d"].max())
    found = estimates(frozen[frozen["d"] == few], "as_published", ["log_size"], "log")
    simulation(errors, found, "log_size", label=f"frozen weights, $d = {few}$", colour=METHODS["random features"], marker="s")
    _published(errors, figure)
    level(errors, linear_floor("quartic"), "linear", at=0.98)
    errors.set_ylabel("test error")
    differences.set_title("within 5 % of the notebook")
    own = tables.runs("preprocessed", weights="stepped")
    own = own[own["log_size"].isin(list(PUBLISHED))]
    if len(own):
        means = own["log_size"].map({size: one.mean for size, one in PUBLISHED.items()})
        own = own.assign(difference=100 * (own["as_published"] / means - 1))
        simulation(differences, estimates(own, "difference", ["d", "log_size"]), "log_size", dimensions)
    differences.axhspan(-_MARGIN, _MARGIN, color="0.93", zorder=0, linewidth=0)
    level(differences, 0.0, "")
    differences.set_ylabel("difference from the notebook, %")
    compared = own if len(own) else rows  # the scales differ in what they can compare
    for ax, shown in ((errors, rows), (differences, compared)):
        sizes = sorted(shown["log_size"].unique())
        ax.set_xlim(min(sizes) - 0.12, max(sizes) + 0.12)
        ax.set_xticks(sizes, [f"{size:g}" for size in sizes])
        ax.set_xlabel(r"samples, $\log n\,/\log d$")


def _published(ax: Axes, figure: Sheet) -> None:
    """Draw the notebook's means, with bars of one printed spread."""
    at, means, spreads = (np.array(column) for column in zip(*((s, one.mean, one.spread) for s, one in PUBLISHED.items()), strict=True))
    ax.errorbar(at, means, yerr=spreads, linestyle="none", marker="x", color=PREDICTION, zorder=5)
    figure.record(ax, _NAME, "paper", x=at, y=means)
    figure.name(Entry(ax, _NAME, "simulation", PREDICTION, "x"))
