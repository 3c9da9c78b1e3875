"""Labels at the ends of curves, to the right of a panel."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.text import Annotation

_GAP_PT = 1.0  # between labels


def spread(ax: Axes, labels: Sequence[Annotation]) -> None:
    """Move labels up or down so that none touches another, as little as it takes.

    Parameters
    ----------
    ax
        The panel.
    labels
        What stands at its right edge.
    """
    dpi = ax.get_figure(root=True).dpi  # type: ignore[union-attr]
    gap = _GAP_PT * dpi / 72
    boxes = [(label.get_window_extent(), label) for label in labels]
    boxes.sort(key=lambda pair: _height(ax, pair[1]))
    centres = [(box.y0 + box.y1) / 2 for box, _ in boxes]
    heights = [box.height + gap for box, _ in boxes]

    def ends(group: list[int]) -> tuple[float, float]:
        """Return the ends of a stack around its mean height, next to the panel if it fits there."""
        height = sum(heights[k] for k in group)
        low = sum(centres[k] for k in group) / len(group) - height / 2
        if len(group) > 1 and height < ax.bbox.height:
            low = min(max(low, ax.bbox.y0), ax.bbox.y1 - height)
        return low, low + height

    groups: list[list[int]] = []
    for k in range(len(boxes)):
        groups.append([k])
        while len(groups) > 1 and ends(groups[-1])[0] < ends(groups[-2])[1]:
            last = groups.pop()
            groups[-1] += last
    for group in groups:
        low = ends(group)[0]
        for k in group:
            moved = low + heights[k] / 2 - centres[k]
            low += heights[k]
            across, up = boxes[k][1].xyann
            boxes[k][1].xyann = (across, up + moved * 72 / dpi)


def _height(ax: Axes, label: Annotation) -> float:
    """Return the height that a label names, to a tenth of a pixel: equal ones keep their order."""
    return round(float(ax.transData.transform((ax.get_xlim()[0], label.xy[1]))[1]), 1)
