"""What a drawn figure lacks of the published picture that it reproduces."""

from collections.abc import Iterator

import numpy as np
from matplotlib.axes import Axes

from feature_learning.pipeline.declare.published import Axis, Published
from feature_learning.plotting.sheet import Sheet

_NEAR = 0.06  # of an axis' length: how far an end may be from the original's


def unlike(sheet: Sheet, original: Published) -> Iterator[str]:
    """Yield one sentence for each difference in panels, axes and legend."""
    panels = [ax for ax in sheet.axes if _is_panel(sheet, ax)]
    grid = _grid(panels)
    if grid != original.panels:
        yield f"it has {grid[0]} x {grid[1]} panels, the original {original.panels}"
        return
    if original.axes is None and any(ax.axison for ax in panels):
        yield "it has axes, the original is a sketch"
    for ax, frame in zip(panels, original.frames, strict=bool(original.frames)):
        for which, axis in (("x", frame.x), ("y", frame.y)):
            yield from _axis(ax, which, axis, f"panel {sheet.panel(ax)!r}, {which} axis")
    labels = [ax.get_xlabel() + ax.get_ylabel() for ax in panels]
    for name in {axis.label: 0 for frame in original.frames for axis in (frame.x, frame.y)}:
        if not any(name in label for label in labels):
            yield f"no axis is labelled {name!r}"
    words = " ".join(
        text.get_text()
        for legend in [*sheet.legends, *(ax.get_legend() for ax in panels)]
        if legend is not None
        for text in legend.get_texts()
    ) + " ".join(text.get_text() for ax in panels for text in ax.texts)
    for word in original.legend:
        if word not in words:
            yield f"its key has no {word!r}"


def _is_panel(sheet: Sheet, ax: Axes) -> bool:
    """Whether a reader would count it: no strip, no colour bar, no inset."""
    return ax.get_visible() and ax not in sheet.strips and ax.get_label() != "<colorbar>"


def _grid(panels: list[Axes]) -> tuple[int, int]:
    """Return the numbers of rows and columns, by the panels' places."""
    corners = np.array([ax.get_position().p0 for ax in panels])
    columns, rows = (len(np.unique(np.round(corners[:, k], 2))) for k in (0, 1))
    return (rows, columns) if rows * columns == len(panels) else (1, len(panels))


def _axis(ax: Axes, which: str, axis: Axis, where: str) -> Iterator[str]:
    scale = getattr(ax, f"get_{which}scale")()
    if scale != axis.scale:
        yield f"{where} is {scale}, the original's {axis.scale}"
        return
    if axis.range is None:
        return
    place = np.log if scale == "log" else np.asarray
    ends, original = (
        np.sort(place(np.array(pair, dtype=float)))
        for pair in (getattr(ax, f"get_{which}lim")(), axis.range)
    )
    if np.abs(ends - original).max() > _NEAR * np.diff(original)[0]:
        yield f"{where} goes from {getattr(ax, f'get_{which}lim')()}, the original's {axis.range}"
