"""Places of drawn data on the page, in pixels: what names and keys must leave free."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.lines import Line2D
from matplotlib.transforms import Bbox

_BEHIND = 2.0  # levels, guides and shades lie below this: names may cross them


def data(ax: Axes) -> tuple[np.ndarray, np.ndarray]:
    """Return the points, (points, 2), and segments, (segments, 2, 2), of a panel.

    Parameters
    ----------
    ax
        The panel, laid out.
    """
    points, segments = [np.empty((0, 2))], [np.empty((0, 2, 2))]
    bars = [bar for box in ax.containers for bar in getattr(box, "lines", [(), (), ()])[2]]
    for artist in (*ax.collections, *ax.lines):
        if not artist.get_visible() or artist.get_zorder() < _BEHIND:
            continue
        if isinstance(artist, Line2D):
            at = on_page(artist)
            if artist.get_linestyle() != "None":
                segments.append(np.stack([at[:-1], at[1:]], axis=1))
            points.append(at)
        elif isinstance(artist, PathCollection):
            at = np.ma.filled(np.ma.asarray(artist.get_offsets(), dtype=float), np.nan)
            points.append(artist.get_offset_transform().transform(at))
        elif isinstance(artist, LineCollection) and artist in bars:
            place = artist.get_transform()
            segments += [
                place.transform(part)[None, :2] for part in artist.get_segments() if len(part)
            ]
    found, lines = np.concatenate(points), np.concatenate(segments)
    lines = lines[np.isfinite(lines).all(axis=(1, 2))]
    return found[np.isfinite(found).all(axis=1)], lines


def on_page(line: Line2D) -> np.ndarray:
    """Return the points of a line, (points, 2).

    Parameters
    ----------
    line
        Any line of a panel.
    """
    return np.asarray(line.get_transform().transform(np.asarray(line.get_xydata(), dtype=float)))


def dotted(segments: np.ndarray, step: float) -> np.ndarray:
    """Return points along segments, at most a step apart.

    Parameters
    ----------
    segments : (segments, 2, 2)
        Their ends.
    step
        In pixels.
    """
    if not len(segments):
        return np.empty((0, 2))
    lengths = np.hypot(*(segments[:, 1] - segments[:, 0]).T)
    counts = np.ceil(np.minimum(lengths, 1e4) / step).astype(int) + 1
    which = np.repeat(np.arange(len(segments)), counts)
    along = np.concatenate([np.linspace(0, 1, count) for count in counts])[:, None]
    return segments[which, 0] + along * (segments[which, 1] - segments[which, 0])


def obstacles(ax: Axes, step: float) -> np.ndarray:
    """Return points, (points, 2), on all data of a panel that is seen.

    Parameters
    ----------
    ax
        The panel, laid out.
    step
        The distance of points along lines, in pixels.
    """
    points, segments = data(ax)
    found = np.concatenate([points, dotted(segments, step)])
    return found[within(ax, found)]


def within(ax: Axes, points: np.ndarray, margin: float = 1.0) -> np.ndarray:
    """Return which points lie in a panel.

    Parameters
    ----------
    ax
        The panel, laid out.
    points : (points, 2)
        In pixels.
    margin
        How far outside still counts.
    """
    low, high = np.array(ax.bbox.extents).reshape(2, 2)
    return np.asarray(((points > low - margin) & (points < high + margin)).all(axis=1))


def free(corners: np.ndarray, size: tuple[float, float], taken: np.ndarray) -> np.ndarray:
    """Return which boxes contain none of the points.

    Parameters
    ----------
    corners : (boxes, 2)
        Their lower left corners.
    size
        Their width and height.
    taken : (points, 2)
        What they must leave free.
    """
    if not len(taken):
        return np.ones(len(corners), dtype=bool)
    over = (taken[None] > corners[:, None]) & (taken[None] < corners[:, None] + np.array(size))
    return np.asarray(~over.all(axis=2).any(axis=1))


def texts_of(ax: Axes) -> list[Bbox]:
    """Return the boxes of what is written in a panel and of its insets.

    Parameters
    ----------
    ax
        The panel, laid out.
    """
    legend = ax.get_legend()
    return [
        *(text.get_window_extent() for text in ax.texts if text.get_text().strip()),
        *(child.get_window_extent() for child in ax.child_axes),
        *([legend.get_window_extent()] if legend else []),
    ]
