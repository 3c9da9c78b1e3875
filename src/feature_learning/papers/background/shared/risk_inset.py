"""The inset of the authors' two animations: the risk against time."""

from typing import Any

from matplotlib.axes import Axes
from matplotlib.ticker import LogLocator

from feature_learning import plotting as plot

Place = tuple[float, float]

_NUMBERS = 4  # at most, along an axis


def risk_inset(ax: Axes, bounds: tuple[float, float, float, float], risk_at: Place) -> Axes:
    """Return a logarithmic inset in a panel whose box is closed, as the inset's own is.

    Parameters
    ----------
    ax
        The panel.
    bounds
        Left, bottom, width and height of the inset, in units of the panel.
    risk_at
        Where the name of the risk stands, in units of the inset.
    """
    inset = ax.inset_axes(bounds, zorder=6)
    plot.logarithmic(inset)
    smallest = plot.sheet_of(ax).target.smallest
    for axis in (inset.xaxis, inset.yaxis):
        axis.set_tick_params(which="both", direction="in", labelsize=smallest, pad=1)
        axis.set_major_locator(LogLocator(numticks=_NUMBERS))
    look: dict[str, Any] = {"transform": inset.transAxes, "fontsize": smallest}
    inset.text(0.5, 0.04, "$t$", ha="center", **look)
    inset.text(*risk_at, r"$R - \Delta/2$", rotation=90, va="center", **look)
    for box in (ax, inset):
        box.grid(False)
        box.spines[:].set_visible(True)
    return inset
