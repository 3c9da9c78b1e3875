"""A strip of frames: what an animation shows, at a few moments, side by side."""

from collections.abc import Sequence

from matplotlib.axes import Axes

from feature_learning.plotting.sheet import Sheet


def frames(
    figure: Sheet,
    moments: Sequence[str],
    *,
    rows: Sequence[str] = ("",),
    below: int = 1,
    height: float = 1.25,
    support: float = 1.6,
    bare: bool = True,
) -> tuple[list[list[Axes]], list[Axes]]:
    """Return the frames of a strip, one list for each row, and the supporting panels below it.

    A row has one letter. The frames have common axes, which are not drawn if they are bare.

    Parameters
    ----------
    figure
        The figure.
    moments
        What stands above the columns: three to five times, steps or sizes.
    rows
        What stands at the left of the rows.
    below
        How many panels there are below the strip, in one row.
    height, support
        The heights of a row of frames and of the panels below, in inches on paper.
    bare
        Whether the frames are without axes, in equal units along both.

    Examples
    --------
    >>> strip, supports = frames(Sheet(), ["$t = 1$", "$t = 10$", "$t = 100$"], below=2)
    >>> len(strip[0]), len(supports)
    (3, 2)
    """
    scale = figure.target.type
    heights = [height * len(rows), *([support] if below else [])]
    figure.set_size_inches(figure.target.page, sum(heights) * scale)
    grid = figure.add_gridspec(len(heights), 1, height_ratios=heights)
    strip = grid[0].subgridspec(len(rows), len(moments))
    panels = strip.subplots(squeeze=False, sharex=True, sharey=True)
    for name, row in zip(rows, panels, strict=True):
        for moment, ax in zip(moments, row, strict=True):
            figure.framed[ax] = (row[0], moment)
            if row[0] is panels[0, 0]:
                ax.set_title(moment)
            if bare:
                ax.set_axis_off()
                ax.set_aspect("equal")
        if name:
            row[0].annotate(
                name,
                (0, 0.5),
                xycoords="axes fraction",
                xytext=(-2 * scale, 0),
                textcoords="offset points",
                ha="right",
                va="center",
                rotation=90,
                color="0.3",
            )
    below_it = grid[1].subgridspec(1, below).subplots(squeeze=False)[0] if below else []
    return [list(row) for row in panels], list(below_it)
