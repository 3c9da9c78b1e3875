"""Widths of lines that lie on one another."""

import matplotlib as mpl
import numpy as np

_NESTED = (1.5, 0.8)  # of the first and the last of several lines, in units of a line's width


def nested_widths(count: int) -> list[float]:
    """Return widths in points that fall from line to line, so one behind another is seen.

    Parameters
    ----------
    count
        The number of lines, in the order of drawing.
    """
    width: float = mpl.rcParams["lines.linewidth"]
    return [width * float(part) for part in np.linspace(*_NESTED, count)]
