"""Random features with samples and features both finite."""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.scale import FuncScale
from numpy.typing import ArrayLike

from feature_learning import plotting as plot
from feature_learning.plotting import Sheet, Tables

_PEAK = "$n = p$"
_SIDES = ("features", "samples")  # what there is less of
_DEGREES = 3  # of the target; the theorem's error is the number of those that are not fitted


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw the error over samples and features, and by how much it changes where both change their
    places.
    """
    table, mirrored = figure.panels(1, 2, height=2.7)
    runs = tables.runs("joint")
    medians = runs.groupby(["log_size", "log_width"])["error"].median().reset_index()
    _map(table, medians)
    found = _mirrored(mirrored, runs)
    own = medians["log_size"] == medians["log_width"]
    beyond = medians[["log_size", "log_width"]].min(axis=1) > 1
    outside = found[plot.excludes(found, 1)]
    figure.say(
        least=found["estimate"].min(),
        most=found["estimate"].max(),
        below=int((found["estimate"] < 1).sum()),
        apart=_listed(outside["pair"].tolist()),
        outside=f"{len(outside)} of {len(found)} intervals"
        + (" excludes 1" if len(outside) == 1 else " exclude 1"),
        pairs=len(found),
        seeds=int(runs["seed"].nunique()),
        d=int(runs["d"].iloc[0]),
        peak=medians[own]["error"].max(),
        away=medians[~own]["error"].max(),
        near=medians[beyond & ~own]["error"].max(),
    )


def _listed(pairs: list[str]) -> str:
    return ", at " + " and ".join(pairs) if pairs else ""


def _map(ax: Axes, medians: pd.DataFrame) -> None:
    """Draw the error of each size and width in equal cells, and the theorem's in brackets."""
    exponents = np.sort(medians["log_size"].unique())
    ends = _cells(exponents)
    for name in ("x", "y"):
        ax.set(**{f"{name}scale": _equal(exponents)})
    plot.heat(ax, medians, "log_size", "log_width", "error", label="error", log=True)
    bar = plot.sheet_of(ax).axes[-1]
    bar.set_ylabel("error", rotation=0, ha="center", va="bottom")
    bar.yaxis.set_label_coords(0.8, 1.01)
    for whole in range(1, int(exponents[-1]) + 1):
        ax.vlines(whole, whole, ends[1], color="white", linewidth=0.9)
        ax.hlines(whole, whole, ends[1], color="white", linewidth=0.9)
    middle = np.sqrt(medians["error"].min() * medians["error"].max())
    for size, width, error in medians[["log_size", "log_width", "error"]].itertuples(index=False):
        look: dict[str, Any] = {"color": "black" if error > middle else "white", "ha": "center"}
        text = f"${error:.1f}$ $({_DEGREES - int(min(size, width))})$"
        text += f"\n{_PEAK}" if size == width else ""
        ax.text(size, width, text, va="center", linespacing=1.0, **look)
    ax.set(title="Median error (theorem)", xlim=ends, ylim=ends, xticks=exponents, yticks=exponents)
    ax.set(xlabel=r"samples, $\log n\,/\log d$", ylabel=r"features, $\log p\,/\log d$")


def _cells(exponents: np.ndarray) -> tuple[float, float]:
    """Return where the first cell begins and the last one ends."""
    half = np.diff(exponents)[[0, -1]] / 2 if len(exponents) > 1 else [0.5, 0.5]
    return exponents[0] - half[0], exponents[-1] + half[1]


def _equal(exponents: np.ndarray) -> FuncScale:
    """Return a scale on which the exponents, and so the cells around them, are equally apart."""
    first, last = _cells(exponents)
    at = np.concatenate([[first], exponents, [last]])
    place = np.concatenate([[-0.5], np.arange(len(exponents)), [len(exponents) - 0.5]])

    def there(x: ArrayLike) -> np.ndarray:
        return np.interp(np.asarray(x, dtype=float), at, place)

    def back(x: ArrayLike) -> np.ndarray:
        return np.interp(np.asarray(x, dtype=float), place, at)

    return FuncScale(None, (there, back))


def _mirrored(ax: Axes, runs: pd.DataFrame) -> pd.DataFrame:
    """Draw the error with fewer features over that with fewer samples, of the same two sizes."""
    away = runs[runs["log_size"] != runs["log_width"]]
    sizes = away[["log_size", "log_width"]]
    fewer = np.where(away["log_size"] > away["log_width"], *_SIDES)
    away = away.assign(fewer=fewer, smaller=sizes.min(axis=1), larger=sizes.max(axis=1))
    found = plot.paired(away, "error", "fewer", _SIDES, ["smaller", "larger"], ratio=True)
    both = found[["smaller", "larger"]].to_numpy()
    found["pair"] = [f"({low:g}, {high:g})" for low, high in both.tolist()]
    names = {pair: f"${pair}$" for pair in found["pair"]}
    plot.forest(ax, found, "pair", names)
    ax.axvline(1, color=plot.GREY, linewidth=0.6, zorder=1.5)
    ax.set(title="Ratio of mirror images", xlabel="error, fewer $p$ over fewer $n$")
    ax.set_ylabel("(smaller, larger) exponent", labelpad=8)
    return found
