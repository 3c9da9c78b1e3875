"""Heat maps over two parameters, with contours of the simulation and of the theory."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colorbar import Colorbar
from matplotlib.colors import LogNorm, Normalize

from feature_learning.plotting.lines import logarithmic
from feature_learning.plotting.sheet import sheet_of


def heat(
    ax: Axes,
    table: pd.DataFrame,
    x: str,
    y: str,
    value: str = "estimate",
    *,
    label: str,
    palette: str = "mako",
    limits: tuple[float, float] | None = None,
    contours: Mapping[float, str] | None = None,
    log: bool = False,
    role: str = "simulation",
) -> Colorbar:
    """Draw a quantity over a full grid, one cell per point, with a colour bar.

    Parameters
    ----------
    ax
        Where to draw. Set its scales first: cells end midway between points, on a logarithmic axis
        at the geometric mean.
    table
        One row per cell.
    x, y, value
        The columns of the axes and of the quantity.
    label
        The name of the quantity, at the colour bar.
    palette
        A sequential palette of seaborn.
    limits
        The ends of the colours; by default those of the values. Where values are beyond one, the
        colour bar has an arrow.
    contours
        Values at which a white line is drawn, and their names. A line without a name is whole, and
        is marked at the colour bar.
    log
        Colours follow the logarithm of the quantity, which is positive.
    role
        ``simulation`` or ``theory``, in the table of points.

    Returns
    -------
    matplotlib.colorbar.Colorbar
        The colour bar; its ``mappable`` are the cells.

    Raises
    ------
    ValueError
        The grid has a cell twice.
    """
    cells = table.pivot(index=y, columns=x, values=value)
    edges = [
        _edges(axis.to_numpy(dtype=float), log=scale == "log")
        for axis, scale in ((cells.columns, ax.get_xscale()), (cells.index, ax.get_yscale()))
    ]
    low, high = limits or (None, None)
    norm = LogNorm(low, high) if log else Normalize(low, high)
    mesh = ax.pcolormesh(*edges, cells.to_numpy(), cmap=palette, norm=norm, rasterized=True)
    ax.grid(False)
    sheet = sheet_of(ax)
    beyond = (
        low is not None and bool((cells < low).any(axis=None)),
        high is not None and bool((cells > high).any(axis=None)),
    )
    extend = {(True, False): "min", (False, True): "max", (True, True): "both"}.get(
        beyond, "neither"
    )
    bar = sheet.colorbar(mesh, ax=ax, pad=0.02, use_gridspec=False, extend=extend)
    bar.set_label(label)
    if log:
        logarithmic(bar.ax, "y")
        bar.ax.grid(False)
    bar.outline.set_visible(False)  # type: ignore[operator]
    if contours and min(cells.shape) > 1:
        levels = sorted(contours)
        drawn = ax.contour(
            cells.columns,
            cells.index,
            cells.to_numpy(),
            levels=levels,
            colors="white",
            linestyles="solid",  # of negative values as well
        )
        ax.clabel(
            drawn,
            [one for one in levels if contours[one]],
            fmt=dict(contours),
            fontsize=sheet.target.smallest,
        )
        for one in levels:
            if not contours[one]:
                bar.ax.axhline(one, color="white")
    points = table.sort_values([x, y])
    sheet.record(ax, label, role, x=points[x], y=points[y], value=points[value])
    return bar


def _edges(points: np.ndarray, *, log: bool) -> np.ndarray:
    at = np.log(points) if log else points
    if len(at) == 1:  # one row or column of cells, at a scale with one size
        ends = np.array([at[0] - 0.5, at[0] + 0.5])
        return np.exp(ends) if log else ends
    middle = (at[:-1] + at[1:]) / 2
    ends = np.concatenate([[2 * at[0] - middle[0]], middle, [2 * at[-1] - middle[-1]]])
    return np.exp(ends) if log else ends
