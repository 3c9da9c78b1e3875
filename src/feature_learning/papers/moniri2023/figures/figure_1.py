"""The spectrum in three ranges of the step size, with one, two and three spikes."""

import numpy as np

from feature_learning.papers.moniri2023.shared.histograms import off, spike_histogram
from feature_learning.papers.moniri2023.shared.panels import same_axis, say_sizes
from feature_learning.plotting import Sheet, Tables

_ROOM = 1.4  # of the axis beyond the largest value that it shows
_PAST = 0.15  # of the bulk's edge: the peak of the non-linear part, below it, is cut


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw one histogram for each range."""
    say_sizes(figure, tables, "three_spikes")
    runs = tables.runs("three_spikes")
    first = runs[runs["seed"] == 0].sort_values("alpha")
    bulk = tables.theory("three_spikes").iloc[0]
    panels = figure.panels(1, 3, height=1.9, sharey=True)
    # The first spike of the larger steps is far out, and the axis would show little else.
    values = [np.sort(row["singular_values"])[::-1] for _, row in first.iterrows()]
    high = _ROOM * max(values[0][0], *(own[1] for own in values))
    gaps = []
    for ax, (_, row) in zip(panels, first.iterrows(), strict=True):
        spike_histogram(ax, row, bulk, high, past=_PAST)
        number = len(row["spikes"])
        ax.set(
            title=rf"$\ell = {number}$, $\alpha = {row['alpha']:g}$",
            xlabel=r"singular value of $F/\sqrt{n}$",
        )
        gaps.append(off(row))
    panels[0].set_ylabel("count")
    same_axis(panels, "y")
    third = values[-1]
    figure.say(
        low=min(gap.min() for gap in gaps),
        high=max(gap.max() for gap in gaps),
        clear=third[2] / third[3] - 1,
        cubic=runs[runs["alpha"] == first["alpha"].max()]["cosine_3"].mean(),
    )
