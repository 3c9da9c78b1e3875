"""Names of series on their curves, where nothing is covered and no other curve is nearer."""

from collections.abc import Sequence
from typing import Any, cast

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.text import Annotation, Text
from matplotlib.transforms import Bbox

from feature_learning.plotting.geometry import free, obstacles, texts_of, within
from feature_learning.plotting.palette import written

_GAP_PT = 2.0  # between a name and its curve
_STEP_PT = 2.0  # of the points along curves
_PLACES = 40  # along a curve that are tried
_APART = (1.6, 1.1)  # the next curve is farther by this factor; less where that finds no room
_ALONG = (0.35, 0.65, 0.5, 0.2, 0.8)  # a level, from 0 to 1: where its name is tried
_AHEAD = 6.0  # of the end of a curve over its middle, in points


def name_curves(ax: Axes, series: Sequence[tuple[str, str, np.ndarray]]) -> bool:
    """Write the name of each series next to its curve, in its colour.

    Parameters
    ----------
    ax
        The panel, laid out.
    series
        The name, the colour and the curve, (points, 2) in data units, of each.

    Returns
    -------
    bool
        Whether all found a place; if one of them does not, nothing is written.
    """
    point = ax.get_figure(root=True).dpi / 72  # type: ignore[union-attr]
    taken, boxes = obstacles(ax, _STEP_PT * point), texts_of(ax)
    curves = [_along(ax, curve) for _, _, curve in series]
    placed: list[Text] = []
    for number, (text, colour, _) in enumerate(series):
        name = ax.text(
            0,
            0,
            text,
            transform=ax.transAxes,
            color=written(colour),
            fontsize=mpl.rcParams["legend.fontsize"],
        )
        placed.append(name)
        box = name.get_window_extent()
        size = (box.width, box.height)
        others = [curve for k, curve in enumerate(curves) if k != number and len(curve)]
        corner = _best(ax, curves[number], others, size, taken, boxes, point)
        if corner is None:
            for one in placed:
                one.remove()
            return False
        name.set_position(((np.array(corner) - box.min) / ax.bbox.size).tolist())
        boxes.append(Bbox.from_bounds(*corner, *size))
    return True


def settle(name: Annotation) -> None:
    """Move the name of a level along its line, and to its other side, to where it covers nothing.

    Parameters
    ----------
    name
        What `lines.level` wrote; it stays if no place is free.
    """
    ax = cast(Axes, name.axes)
    point = ax.get_figure(root=True).dpi / 72  # type: ignore[union-attr]
    taken = obstacles(ax, _STEP_PT * point)
    boxes = [box for text, box in zip(ax.texts, texts_of(ax), strict=False) if text is not name]
    (_, y), (_, up) = name.xy, name.xyann
    here = (name.xy, name.xyann, name.get_horizontalalignment(), name.get_verticalalignment())
    places = [(0.02, "left"), (0.98, "right"), *((at, "center") for at in _ALONG)]
    own = "bottom" if up > 0 else "top"
    sides = [(up, own), (-up, "top" if up > 0 else "bottom")]
    tries = [here, *(((at, y), (0, by), ha, va) for by, va in sides for at, ha in places)]
    for place in tries:
        _put(name, *place)
        box = name.get_window_extent()
        room = within(ax, np.array([box.min, box.max])).all()
        clear = free(np.array([box.min]), (box.width, box.height), taken)[0]
        if room and clear and not any(box.overlaps(other) for other in boxes):
            return
    _put(name, *here)


def _put(name: Annotation, at: Any, shift: Any, across: Any, up: Any) -> None:
    name.xy, name.xyann = at, shift
    name.set(ha=across, va=up)


def _along(ax: Axes, curve: np.ndarray) -> np.ndarray:
    """Return the curve on the page, with points close to one another, as far as it is seen."""
    at = ax.transData.transform(curve[np.isfinite(curve).all(axis=1)])
    at = at[np.isfinite(at).all(axis=1)]
    if len(at) > 1:
        way = np.concatenate([[0], np.hypot(*np.diff(at, axis=0).T).cumsum()])
        dense = np.linspace(0, way[-1], max(_PLACES, int(way[-1] / 4)))
        at = np.column_stack([np.interp(dense, way, part) for part in at.T])
    return np.asarray(at[within(ax, at)])


def _best(
    ax: Axes,
    own: np.ndarray,
    others: Sequence[np.ndarray],
    size: tuple[float, float],
    taken: np.ndarray,
    boxes: Sequence[Bbox],
    point: float,
) -> tuple[float, float] | None:
    """Return the lower left corner of the best place for a name."""
    if not len(own):
        return None
    width, height = size
    gap = _GAP_PT * point
    which = np.unique(np.linspace(0, len(own) - 1, _PLACES).round().astype(int))
    at = own[which]
    shifts = [
        (across, up)
        for up in (gap, -gap - height)
        for across in (-width / 2, 0.0, -width, gap, -gap - width)
    ]
    shifts += [(gap, -height / 2), (-gap - width, -height / 2)]
    corners = (at[:, None] + np.array(shifts)[None]).reshape(-1, 2)
    place = np.repeat(which / max(len(own) - 1, 1), len(shifts))
    inside = within(ax, corners, -1.0) & within(ax, corners + np.array(size), -1.0)
    # Half a disc and a little air around the data.
    margin = 1.5 * point
    wide, high = width + 2 * margin, height + 2 * margin
    inside[inside] = free(corners[inside] - margin, (wide, high), taken)
    for box in boxes:
        left, low, right, top = box.extents
        over = (corners[:, 0] < right) & (corners[:, 0] + width > left)
        inside &= ~(over & (corners[:, 1] < top) & (corners[:, 1] + height > low))
    if not inside.any():
        return None
    corners, place = corners[inside], place[inside]
    near = _distance(corners, size, own)
    far = np.min([_distance(corners, size, other) for other in others], axis=0) if others else 1e3
    clear = np.zeros(len(near), dtype=bool)
    for factor in _APART:
        if not clear.any():
            clear = far > np.maximum(factor * near, near + (factor - 1) * 2 * gap)
    if not clear.any():
        return None
    score = np.minimum(far, 24 * point) - 2 * near + _AHEAD * point * (place > 0.6)
    best = int(np.argmax(np.where(clear, score, -np.inf)))
    return float(corners[best, 0]), float(corners[best, 1])


def _distance(corners: np.ndarray, size: tuple[float, float], curve: np.ndarray) -> np.ndarray:
    """Return the distance of each box from a curve."""
    beyond = np.maximum(corners[:, None] - curve[None], curve[None] - corners[:, None] - size)
    return np.asarray(np.hypot(*np.moveaxis(beyond.clip(0), 2, 0)).min(axis=1))
