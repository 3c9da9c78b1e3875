"""One step after preprocessing, beside the numbers that the notebook prints."""

import math
from typing import Any

import matplotlib as mpl
import pandas as pd
from matplotlib.axes import Axes

from feature_learning import plotting as plot
from feature_learning.papers.dandi2023.shared.model import linear_floor
from feature_learning.papers.dandi2023.shared.published import PUBLISHED
from feature_learning.plotting import Sheet, Tables

_NAME = "notebook"
_FROZEN = "no step"
_SQUARE = 1.95  # log n/log d from which the claim on n = d^2 judges
_APART = 0.065  # names, in units of the axis


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the errors against log n/log d in three dimensions, and how far those of the notebook's
    are from its own.
    """
    (errors,) = figure.panels(height=2.9)
    rows = pd.concat([tables.runs("preprocessed"), tables.runs("preprocessed_sizes")])
    stepped, frozen = (rows[rows["weights"] == name] for name in ("stepped", "frozen"))
    dimensions = plot.ordered("d", rows["d"], "$d = {}$", "network")
    found = plot.estimates(stepped, "as_published", ["d", "log_size"], "log")
    plot.simulation(errors, found, "log_size", dimensions, join=True)
    few = tables.values("preprocessed_sizes", "d")[-1]
    table = plot.estimates(frozen[frozen["d"] == few], "as_published", ["log_size"], "log")
    colour = plot.METHODS["random features"]
    plot.simulation(errors, table, "log_size", label=_FROZEN, colour=colour, marker="s", join=True)
    published = _published(errors, figure, set(found[found["d"] == found["d"].max()]["log_size"]))
    _names(errors, found, dimensions, table, colour)
    plot.level(errors, linear_floor("quartic"), "best linear", at=0.12, below=True)
    errors.set_xlim(found["log_size"].min() - 0.2, found["log_size"].max() + 0.05)
    errors.set(xlabel=r"samples, $\log n\,/\log d$", ylabel="test error", ylim=(0, None))
    largest = found[found["d"] == found["d"].max()]
    compared = largest[largest["log_size"].isin(list(PUBLISHED))]
    bands = [
        plot.Band(figure.region("published"), span=(-math.inf, _SQUARE)),
        plot.Band(figure.region("published-square"), span=(_SQUARE, math.inf)),
    ]
    plot.residual(errors, compared, published, "log_size", "mean", dimensions, bands=bands)
    both = compared.merge(published, on="log_size")
    ratio = both[["estimate", "low", "high"]].div(both["mean"], axis=0)
    figure.say(outside=int(plot.excludes(ratio, 1).sum()), compared=len(ratio))
    beaten = found.groupby("log_size")["estimate"].max() < linear_floor("quartic")
    figure.say(start=beaten[beaten].index.min())
    figure.say(
        gap=(both["estimate"] / both["mean"] - 1).abs().max(), d=int(found["d"].max()), few=few
    )


def _names(
    ax: Axes, found: pd.DataFrame, dimensions: plot.Hue, frozen: pd.DataFrame, colour: str
) -> None:
    """Write the names of the curves at their left ends."""
    first = found[found["log_size"] == found["log_size"].min()].set_index("d")["estimate"]
    ends = [(first[d], dimensions.names[d], dimensions.colours[d]) for d in first.index]
    ends.append((frozen.sort_values("log_size")["estimate"].iloc[0], _FROZEN, colour))
    plot.name_left(ax, ends, found["log_size"].min(), _APART * ax.get_ylim()[1])


def _published(ax: Axes, figure: Sheet, run: set[float]) -> pd.DataFrame:
    """Draw the notebook's means at the sizes that are run, with bars of one printed spread, and
    return them.
    """
    shown = {size: printed for size, printed in PUBLISHED.items() if size in run}
    sizes, means = list(shown), [printed.mean for printed in shown.values()]
    spreads = [printed.spread for printed in shown.values()]
    ax.errorbar(
        sizes, means, yerr=spreads, linestyle="none", marker="_", color=plot.PREDICTION, zorder=5
    )[0].set_markersize(3 * mpl.rcParams["lines.markersize"])
    low, high = (
        [mean + side * spread for mean, spread in zip(means, spreads, strict=True)]
        for side in (-1, 1)
    )
    figure.record(ax, _NAME, "paper", x=sizes, y=means, low=low, high=high)
    if shown:
        place: dict[str, Any] = {"textcoords": "offset points", "ha": "right", "va": "top"}
        ax.annotate(_NAME, (sizes[-1], means[-1]), (-4, -4), **place)
    figure.say(printed=len(PUBLISHED), shown=len(shown))
    return pd.DataFrame({"log_size": sizes, "mean": means})
