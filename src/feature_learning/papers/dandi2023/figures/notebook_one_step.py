"""One step after preprocessing, and the numbers that the notebook prints."""

import math
from typing import Any

import matplotlib as mpl
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.dandi2023.published import PUBLISHED
from feature_learning.papers.dandi2023.targets import linear_floor
from feature_learning.plotting import Sheet, Tables

_NAME = "notebook"
_SQUARE = 1.95  # log n/log d from which the claim on n = d^2 tests
_ROOM = 1.2  # above the highest bar
_TICKS = (-0.05, 0.0, 0.05)  # of the strip
_LEFT, _RIGHT = 0.1, 0.24  # the latter with room for a printed number


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the errors against log n/log d in the notebook's dimension, with its printed numbers,
    and how far ours are from these.
    """
    (errors,) = figure.panels(width=0.75 * figure.target.page, height=2.9)
    rows, floor = tables.runs("preprocessed"), linear_floor("quartic")
    d = int(rows["d"].max())
    looks = {
        "stepped": (f"one step, $d = {d}$", plot.METHODS["network"], "o"),
        "frozen": (f"no step, $d = {d}$", plot.METHODS["random features"], "s"),
    }
    found = {}
    for weights, (name, colour, marker) in looks.items():
        own = rows[rows["weights"] == weights]
        table = plot.estimates(own, "as_published", ["log_size"], "log").sort_values("log_size")
        look: dict[str, Any] = {"label": name, "colour": colour, "marker": marker}
        plot.simulation(errors, table, "log_size", join=True, **look)
        found[weights] = table
    ours = found["stepped"]
    published = _published(errors, figure, set(ours["log_size"]))
    plot.level(errors, floor, "best linear", at=0.02, below=True)
    errors.set_xlim(ours["log_size"].min() - _LEFT, ours["log_size"].max() + _RIGHT)
    errors.set(xlabel=r"samples, $\log n\,/\log d$", ylabel="test error")
    errors.set(xticks=ours["log_size"], ylim=(0, _ROOM * ours["estimate"].max()))
    compared = ours[ours["log_size"].isin(list(PUBLISHED))]
    bands = [
        plot.Band(figure.region("published"), span=(-math.inf, _SQUARE)),
        plot.Band(figure.region("published-square"), span=(_SQUARE, math.inf)),
    ]
    look = {"colour": plot.METHODS["network"], "name": "gap to the\nnotebook"}
    strip = plot.residual(errors, compared, published, "log_size", "mean", bands=bands, **look)
    if strip.get_ylim()[1] < 2 * _TICKS[-1]:  # small runs are farther off
        strip.set_yticks(_TICKS)
    both = compared.merge(published, on="log_size")
    ratio = both[["estimate", "low", "high"]].div(both["mean"], axis=0)
    beaten = ours.loc[ours["estimate"] < floor, "log_size"]
    figure.say(outside=int(plot.excludes(ratio, 1).sum()), compared=len(ratio), d=d)
    figure.say(start=beaten.min(), gap=(ratio["estimate"] - 1).abs().max())


def _published(ax: Axes, figure: Sheet, run: set[float]) -> pd.DataFrame:
    """Draw the notebook's means at the sizes that are run, with bars of one printed spread and the
    printed numbers, and return the means.
    """
    shown = {size: printed for size, printed in PUBLISHED.items() if size in run}
    sizes, means = list(shown), [printed.mean for printed in shown.values()]
    spreads = [printed.spread for printed in shown.values()]
    look: dict[str, Any] = {"linestyle": "none", "marker": "_", "color": plot.PREDICTION}
    drawn = ax.errorbar(sizes, means, yerr=spreads, zorder=5, **look)
    drawn[0].set_markersize(4 * mpl.rcParams["lines.markersize"])
    ends = [mean - spread for mean, spread in zip(means, spreads, strict=True)]
    tops = [mean + spread for mean, spread in zip(means, spreads, strict=True)]
    figure.record(ax, _NAME, "paper", x=sizes, y=means, low=ends, high=tops)
    small = plot.sheet_of(ax).target.smallest
    place: dict[str, Any] = {"textcoords": "offset points", "va": "bottom", "fontsize": small}
    for number, (size, printed) in enumerate(shown.items()):
        said = f"{printed.mean:.4f} ({printed.spread:.4f})"
        ax.annotate(said, (size, printed.mean), (8, 3), **place)
        if number == 0:
            ax.annotate(_NAME, (size, printed.mean), (8, 3 + 1.3 * small), **place)
    figure.say(printed=len(PUBLISHED), shown=len(shown))
    return pd.DataFrame({"log_size": sizes, "mean": means})
