"""The look of matplotlib's style ggplot, for published pictures that have it."""

import matplotlib as mpl

from feature_learning.plotting.sheet import Sheet

COLOURS = ("#e24a33", "#348abd", "#8676c8", "#777777")
"""The style's first colours in its order; the violet is darkened until it is seen on paper."""

_GREY = "#555555"  # of labels and ticks
_LOOK = {
    "font.family": "DejaVu Sans",
    "mathtext.fontset": "dejavusans",
    "axes.facecolor": "#e5e5e5",
    "axes.edgecolor": "white",
    "axes.labelcolor": _GREY,
    "axes.spines.top": True,
    "axes.spines.right": True,
    "axes.grid": True,
    "axes.titlepad": 3.0,
    "grid.color": "white",
    "grid.linewidth": 0.6,
    "xtick.color": _GREY,
    "ytick.color": _GREY,
    "legend.frameon": True,
    "legend.facecolor": "#e5e5e5",
    "legend.edgecolor": "#cccccc",
    "patch.linewidth": 0.5,
}


def ggplot(figure: Sheet) -> None:
    """Draw all panels that follow on a grey field with a white grid and type without serifs, with
    titles in the middle and without letters. The look ends with the sheet's print target.

    Parameters
    ----------
    figure
        The figure, without panels yet.
    """
    figure.keep_titles()
    for key, value in _LOOK.items():
        scaled = value * figure.target.type if isinstance(value, float) else value
        mpl.rcParams[key] = scaled  # type: ignore[index]
