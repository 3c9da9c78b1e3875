"""Runs next to one another where many have nearly the same value."""

import numpy as np
import pandas as pd


def swarm(
    frame: pd.DataFrame, x: str, y: str, *, width: float = 0.4, rows: int = 40
) -> pd.DataFrame:
    """Return runs whose categories are numbers, with those in one row of a column set side by side.

    Parameters
    ----------
    frame
        One row per run.
    x, y
        The columns of the category and of the value; the values stay as they are.
    width
        Of the widest row, in units of the distance between categories.
    rows
        Into how many rows of equal height the range of the values is divided.

    Examples
    --------
    >>> swarm(pd.DataFrame({"x": [0, 0, 0], "y": [1.0, 1.0, 2.0]}), "x", "y")["x"].tolist()
    [-0.2, 0.2, 0.0]
    """
    heights = frame[y].to_numpy(dtype=float)
    least, reach = np.nanmin(heights), max(float(np.ptp(heights[np.isfinite(heights)])), 1e-12)
    row = pd.Series(np.floor((heights - least) / reach * (rows - 1) + 0.5), index=frame.index)
    groups = frame.assign(row=row).groupby([x, "row"])
    rank, count = groups.cumcount(), groups["row"].transform("size")
    step = width / max(int(count.max()) - 1, 1)
    return frame.assign(**{x: frame[x] + step * (rank - (count - 1) / 2)})
