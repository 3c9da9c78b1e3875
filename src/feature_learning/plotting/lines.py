"""Reference lines of a panel: levels, guides, regimes, and axes in powers of ten."""

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.text import Annotation
from matplotlib.ticker import Formatter, LogLocator, NullFormatter, NullLocator

from feature_learning.plotting.palette import GREY, written
from feature_learning.plotting.sheet import sheet_of

_SHADES = ("0.94", "1.0")
_DARKEST = 0.88
_ROOM = 0.7  # of a range that its name may fill, before the layout
_TEXT = "0.42"
_PLAIN = (1e-3, 1e4)  # numbers between these are written without a power of ten
_SHORT = 2.0  # decades: on a shorter axis, 1, 2 and 5 are labelled, on a longer one the powers


def level(
    ax: Axes,
    value: float,
    label: str,
    *,
    colour: str = GREY,
    at: float | None = None,
    below: bool = False,
) -> None:
    """Draw a constant across the panel, named at its right edge or on the line.

    Parameters
    ----------
    ax
        Where to draw.
    value
        The constant, on the y axis.
    label
        Its name; empty for a zero line, which the axis names.
    colour
        Grey for a baseline, a null level or a limit; `PREDICTION`, or a series' darkened colour,
        for a prediction without a fitted constant.
    at
        Where along the panel, from 0 to 1, the name stands above the line; by default outside.
        Where it would cover data it moves along the line.
    below
        The name stands below the line.
    """
    ax.axhline(value, color=colour, linewidth=_thin(), zorder=1.5)
    if not label:
        return
    sheet, text = sheet_of(ax), _TEXT if colour == GREY else written(colour)
    sheet.record(ax, label, "guide" if colour == GREY else "theory", x=[np.nan], y=[value])
    if at is None:
        sheet.edge_label(ax, value, label, text)
    else:
        place = ax.get_yaxis_transform()
        sheet.on_levels.append(_name(ax, (at, value), label, text, at, xycoords=place, below=below))


def guide(
    ax: Axes, x: Sequence[float] | np.ndarray, y: Any, label: str, *, at: float | None = 1.0
) -> None:
    """Draw a grey curve that only guides the eye, such as a slope.

    Parameters
    ----------
    ax
        Where to draw.
    x, y : (points,)
        The curve.
    label
        Its name.
    at
        Where along the points, from 0 to 1, the name stands above the curve; with None, at the
        right edge of the panel.
    """
    x, y = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    if not np.isfinite(y).any():
        return
    ax.plot(x, y, color=GREY, linewidth=_thin(), zorder=1.5)
    sheet_of(ax).record(ax, label, "guide", x=x, y=y)
    if at is None:
        sheet_of(ax).edge_label(ax, float(y[-1]), label, _TEXT)
        return
    k = round(at * (len(x) - 1))
    _name(ax, (float(x[k]), float(y[k])), label, _TEXT, at, xycoords="data")


def leader(
    ax: Axes,
    text: str,
    at: tuple[float, float],
    place: tuple[float, float],
    colour: str,
    *,
    coords: str = "data",
    **look: Any,
) -> None:
    """Write a name off its curve, with a thin line to it.

    Parameters
    ----------
    ax
        Where to draw.
    text, colour
        The name, and the colour of the curve.
    at
        The end of the line, on the curve.
    place, coords
        Where the name stands, and in which coordinates, as in matplotlib's `annotate`.
    **look
        Passed on to the name, such as ``ha``.
    """
    shared: dict[str, Any] = {"xytext": place, "textcoords": coords}
    line = {"arrowstyle": "-", "linewidth": _thin(), "color": written(colour), "shrinkB": 0}
    ax.annotate(text, at, color=written(colour), **shared, **look)
    ax.annotate("", at, arrowprops=line, **shared)


def pole(ax: Axes, at: float) -> None:
    """Say above the panel where a curve is infinite.

    Parameters
    ----------
    ax
        Where to draw.
    at
        The position on the x axis.
    """
    _above(ax, at, r"$\uparrow\infty$")


def regimes(
    ax: Axes, edges: Sequence[float], names: Sequence[str], *, nested: bool = False
) -> None:
    """Shade the regimes of the x axis in turn, and name them along the top.

    Parameters
    ----------
    ax
        Where to draw.
    edges : (regimes - 1,)
        Where one regime ends and the next begins.
    names : (regimes,)
        Their names, from left to right; an empty one is not written.
    nested
        The shades grow lighter, for ranges of which each contains the ones before; the last is
        white.
    """
    shades = (
        [str(shade) for shade in np.linspace(_DARKEST, 1.0, len(names)).round(3)]
        if nested
        else _SHADES
    )

    def finish() -> None:
        left, right = sorted(ax.get_xlim())
        bounds = [left, *(edge for edge in edges if left < edge < right), right]
        skipped = sum(edge <= left for edge in edges)
        for number, (start, stop) in enumerate(pairwise(bounds)):
            shade = shades[(number + skipped) % len(shades)]
            ax.axvspan(start, stop, color=shade, linewidth=0, zorder=0)
            log = ax.get_xscale() == "log"
            middle = math.sqrt(start * stop) if log else (start + stop) / 2
            span = abs(np.diff(ax.transData.transform([(start, 1), (stop, 1)])[:, 0]).item())
            _above(ax, middle, names[number + skipped], span)
        ax.set_xlim(left, right)

    sheet_of(ax).room_above(ax, 1.15 * sheet_of(ax).target.smallest)
    sheet_of(ax).finish(finish)


def _above(ax: Axes, at: float, text: str, most: float = math.inf) -> None:
    """Write a small text above the panel, unless it fills a range of so many pixels."""
    sheet = sheet_of(ax)
    sheet.room_above(ax, 1.15 * sheet.target.smallest)
    name = ax.annotate(
        text,
        (at, 1),
        xycoords=ax.get_xaxis_transform(),
        xytext=(0, 1.5 * sheet.target.type),
        textcoords="offset points",
        ha="center",
        va="bottom",
        color=_TEXT,
        fontsize=sheet.target.smallest,
        annotation_clip=False,
    )
    if name.get_window_extent().width > _ROOM * most:
        name.remove()


def logarithmic(ax: Axes, which: str = "xy", ticks: Iterable[float] | None = None) -> None:
    """Make axes logarithmic, with readable ticks and a light grid.

    Parameters
    ----------
    ax
        The panel.
    which
        ``x``, ``y`` or ``xy``.
    ticks
        The labelled values, such as the sample sizes; by default 1, 2 and 5 on short axes, powers
        of ten on long ones.
    """
    for name in which:
        axis = getattr(ax, f"{name}axis")
        ax.set(**{f"{name}scale": "log"})
        if ticks is None:
            axis.set_major_locator(_Decades())
            axis.set_minor_locator(LogLocator(subs=range(2, 10), numticks=50))
        else:
            axis.set_ticks(list(ticks))
            axis.set_minor_locator(NullLocator())
        axis.set_major_formatter(_Numbers())
        axis.set_minor_formatter(NullFormatter())
        ax.grid(True, axis=name)  # type: ignore[arg-type]


def number(value: float) -> str:
    r"""Return a positive number as in a formula: plain where it is short, else a power of ten.

    Parameters
    ----------
    value
        A number, not negative.

    Examples
    --------
    >>> number(0.05), number(2000.0), number(1e6), number(3e-5)
    ('0.05', '2000', '10^{6}', '3\\times10^{-5}')
    """
    return f"{value:g}" if value == 0 or _PLAIN[0] <= value < _PLAIN[1] else _power(value)


def _power(value: float) -> str:
    power = math.floor(math.log10(value) + 1e-9)
    lead = f"{value / 10**power:.3g}"
    return f"10^{{{power}}}" if lead == "1" else rf"{lead}\times10^{{{power}}}"


class _Numbers(Formatter):
    """Plain numbers, or powers of ten on an axis where one number needs them."""

    def __call__(self, value: float, pos: int | None = None) -> str:
        assert self.axis is not None
        low, high = sorted(self.axis.get_view_interval())
        plain = _PLAIN[0] <= low and high < _PLAIN[1] * 1.2
        return f"{value:g}" if plain else f"${_power(value)}$"


class _Decades(LogLocator):
    """Ticks at 1, 2 and 5 on a short axis, at powers of ten on a long one."""

    def __init__(self) -> None:
        super().__init__(numticks=7)

    def tick_values(self, vmin: float, vmax: float) -> Sequence[float]:
        short = vmin > 0 and math.log10(vmax / vmin) < _SHORT
        self.set_params(subs=(1.0, 2.0, 5.0) if short else (1.0,))
        return super().tick_values(vmin, vmax)


def _name(
    ax: Axes,
    xy: tuple[float, float],
    text: str,
    colour: str,
    at: float,
    *,
    xycoords: Any,
    below: bool = False,
) -> Annotation:
    """Write a name just above or below a line, to the left or the right as fits its place."""
    return ax.annotate(
        text,
        xy,
        xycoords=xycoords,
        xytext=(0, (-1.5 if below else 1.5) * sheet_of(ax).target.type),
        textcoords="offset points",
        ha="left" if at < 1 / 3 else "right" if at > 2 / 3 else "center",
        va="top" if below else "bottom",
        color=colour,
        fontsize=mpl.rcParams["legend.fontsize"],
        annotation_clip=False,
    )


def _thin() -> float:
    return 0.5 * float(mpl.rcParams["lines.linewidth"])
