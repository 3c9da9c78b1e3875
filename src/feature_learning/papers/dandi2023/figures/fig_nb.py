"""One step after preprocessing."""

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import NullLocator

from feature_learning.core.tables import Tables
from feature_learning.plotting.estimates import estimates
from feature_learning.plotting.key import Entry
from feature_learning.plotting.lines import level, logarithmic
from feature_learning.plotting.marks import simulation
from feature_learning.plotting.palette import PREDICTION, methods
from feature_learning.plotting.sheet import Sheet

_PUBLISHED = {3326: (0.3360, 0.0063), 29532: (0.2068, 0.0059), 262144: (0.0774, 0.0021)}
_ESTIMATORS = methods(
    "series",
    {
        "step": ("network", "one step"),
        "exact": ("equivalent", "one step, exact linear part"),
        "frozen": ("random features", "frozen weights"),
        "linear": ("linear", "linear part alone"),
    },
)
_NAME = "published, with spread"


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the errors against n with the published ones, and how far the step is from them."""
    errors, ratios = figure.panels(1, 2)
    rows = _rows(tables)
    errors.set_title("one step beats frozen weights")
    simulation(errors, estimates(rows, "error", ["series", "n"], "log"), "n", _ESTIMATORS, dodge=4)
    shown = {n: pair for n, pair in _PUBLISHED.items() if n in set(rows["n"])}
    _published(errors, figure, shown)
    errors.set_ylabel("test error")
    ratios.set_title("and agrees with the publication")
    trained = rows[rows["series"].isin(["step", "exact"])]
    means = trained["n"].map({n: mean for n, (mean, _) in _PUBLISHED.items()})
    trained = trained.assign(ratio=trained["error"] / means).dropna(subset=["ratio"])
    if len(trained):
        simulation(ratios, estimates(trained, "ratio", ["series", "n"], "log"), "n", _ESTIMATORS, dodge=4)
        _published(ratios, figure, {n: (1.0, spread / mean) for n, (mean, spread) in shown.items()})
    level(ratios, 1.0, "")
    ratios.set_ylabel("test error / published")
    for ax in (errors, ratios):
        ax.margins(x=0.25)
        logarithmic(ax, "x")
        sizes = sorted(rows["n"].unique())
        ax.set_xticks(sizes, [f"{size:g}" for size in sizes], minor=False)
        ax.xaxis.set_minor_locator(NullLocator())
        ax.set_xlabel("batch size $n$")


def _rows(tables: Tables) -> pd.DataFrame:
    stepped, frozen = (tables.runs("preprocessed", weights=weights) for weights in ("stepped", "frozen"))
    parts = {
        "step": stepped,
        "exact": stepped.assign(error=stepped["error_exact_linear"]),
        "frozen": frozen,
        "linear": frozen.assign(error=frozen["linear_error"]),
    }
    return pd.concat(part.assign(series=name) for name, part in parts.items())


def _published(ax: Axes, figure: Sheet, points: dict[int, tuple[float, float]]) -> None:
    """Draw the notebook's means, with bars of one printed spread."""
    if not points:
        return
    means, spreads = zip(*points.values(), strict=True)
    ax.errorbar(list(points), means, yerr=spreads, linestyle="none", marker="x", color=PREDICTION, zorder=4)
    figure.record(ax, _NAME, "paper", x=list(points), y=means)
    figure.name(Entry(ax, _NAME, "simulation", PREDICTION, "x"))
