"""The spectrum in three ranges of the step size, with one, two and three spikes."""

import numpy as np

from feature_learning.papers.moniri2023.histograms import Spectrum, spike_density
from feature_learning.papers.moniri2023.panels import same_axis, say_sizes
from feature_learning.plotting import Sheet, Tables

_ROOM = 1.08  # of the axis beyond the largest value that it shows
_BROKEN = 0.66  # of the axis, at most, to the second spike of the largest step


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw one histogram for each range."""
    say_sizes(figure, tables, "three_spikes")
    runs = tables.runs("three_spikes")
    first = runs[runs["seed"] == 0].sort_values("alpha")
    bulk = tables.theory("three_spikes").iloc[0]
    panels = figure.panels(1, len(first), height=2.0, sharey=True)
    spectra = [Spectrum.of_features(row, bulk) for _, row in first.iterrows()]
    # The first spike of the largest step is far out: its axis is broken.
    *smaller, largest = (np.maximum(one.leading, one.spikes) for one in spectra)
    second = largest[1] / _BROKEN if len(largest) > 1 else 0.0
    high = max(_ROOM * max(one[0] for one in smaller or [largest]), second)
    for ax, spectrum, alpha in zip(panels, spectra, first["alpha"], strict=True):
        spike_density(ax, spectrum, high)
        ax.set(
            title=rf"$\ell = {len(spectrum.spikes)}$, $\alpha = {alpha:g}$",
            xlabel=r"singular value of $F/\sqrt{n}$",
        )
    panels[0].set_ylabel("density")
    same_axis(panels, "y")
    gaps = np.concatenate([one.off for one in spectra])
    _, _, third, fourth = spectra[-1].values[:4]
    figure.say(
        low=gaps.min(),
        high=gaps.max(),
        clear=third / fourth - 1,
        cubic=runs[runs["alpha"] == first["alpha"].max()]["cosine_3"].mean(),
    )
