"""A strip under a panel with what the panel is too coarse to show: simulation less theory."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, MaxNLocator

from feature_learning.core.errors import UserError
from feature_learning.plotting.bands import Band, draw_bands
from feature_learning.plotting.marks import simulation
from feature_learning.plotting.palette import GREY, PREDICTION, Hue
from feature_learning.plotting.sheet import sheet_of

_ROOM = 1.25  # of the axis over the largest of what it shows


def residual(
    ax: Axes,
    table: pd.DataFrame,
    predicted: pd.DataFrame,
    x: str,
    y: str,
    hue: Hue | None = None,
    *,
    bands: Sequence[Band] = (),
    relative: bool = True,
    colour: str = PREDICTION,
    label: str = "simulation",
    name: str = "",
) -> Axes:
    """Draw by how much estimates differ from a prediction, in a strip with the panel's x axis.

    Parameters
    ----------
    ax
        The panel, which shows both.
    table
        From `estimates`.
    predicted
        The prediction. Between its points it is interpolated, for positive numbers in logarithms.
    x, y
        The columns of the axis and, in `predicted`, of the quantity.
    hue
        The series; where `predicted` has their column, each has a separate prediction.
    bands
        What claims accept: of the difference, or of the relative difference, as the strip shows.
    relative
        Over the prediction, in per cent; otherwise the difference.
    colour, label
        Of a single series.
    name
        The label of the axis; by default what it shows.

    Returns
    -------
    matplotlib.axes.Axes
        The strip.

    Raises
    ------
    UserError
        A claim accepts a margin of the other kind than the strip shows.
    """
    _check(bands, relative=relative)
    strip = sheet_of(ax).strip_below(ax)
    parts = [(None, table)] if hue is None else hue.split(table)
    found = []
    for value, part in parts:
        own = predicted
        if hue is not None and hue.column in predicted:
            own = predicted[predicted[hue.column] == value]
        at = _at(own, x, y, part[x].to_numpy(dtype=float))
        ends = part[["estimate", "low", "high"]].sub(at, axis=0)
        found.append(part.assign(**(ends.div(at, axis=0) if relative else ends)))
    differences = pd.concat(found)
    simulation(strip, differences, x, hue, colour=colour, label=label)
    draw_bands(strip, bands, hue)
    strip.axhline(0, color=GREY, linewidth=0.5, zorder=1.5)
    finite = differences[["estimate", "low", "high"]].to_numpy()
    accepted = [end for band in bands for end in band.ends]
    _axis(strip, [*finite[np.isfinite(finite)], *accepted], relative=relative)
    strip.set_ylabel(name or ("gap" if relative else "difference"))
    return strip


def _check(bands: Sequence[Band], *, relative: bool) -> None:
    shown = "relative" if relative else "absolute"
    for band in bands:
        if band.region.margin not in (None, shown):
            raise UserError(
                f"the strip shows {shown} differences, but the claim accepts a margin that is "
                f"{band.region.margin}: draw the difference that the claim tests"
            )


def _at(predicted: pd.DataFrame, x: str, y: str, points: np.ndarray) -> np.ndarray:
    """Return the prediction at the points; not a number outside its range."""
    known = predicted[[x, y]].astype(float)
    known = known[np.isfinite(known[y])].groupby(x)[y].mean()
    if known.empty:
        return np.full(len(points), np.nan)
    at, values = known.index.to_numpy(), known.to_numpy()
    if (at > 0).all() and (values > 0).all():
        return np.exp(
            np.interp(np.log(points), np.log(at), np.log(values), left=np.nan, right=np.nan)
        )
    return np.interp(points, at, values, left=np.nan, right=np.nan)


def _axis(strip: Axes, shown: Sequence[float], *, relative: bool) -> None:
    reach = _ROOM * max(map(abs, shown), default=1.0)
    strip.set_ylim(-reach, reach)
    strip.yaxis.set_major_locator(MaxNLocator(2, symmetric=True, min_n_ticks=3))
    if relative:
        strip.yaxis.set_major_formatter(FuncFormatter(_per_cent))


def _per_cent(value: float, _: int | None = None) -> str:
    return (
        "0"
        if value == 0
        else f"{100 * value:+{'.0f' if abs(value) >= 1 else '.3g'}}%".replace("-", "\N{MINUS SIGN}")
    )
