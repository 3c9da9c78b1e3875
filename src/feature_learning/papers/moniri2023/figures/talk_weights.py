"""The spectrum of the updated weights, with one spike."""

from feature_learning.papers.moniri2023.shared.histograms import Spectrum, spike_histogram
from feature_learning.papers.moniri2023.shared.panels import say_sizes
from feature_learning.plotting import Sheet, Tables

_SHOWN = 0.29
_ROOM = 1.12  # of the axis beyond the spike


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw all singular values of one seed, the bulk's law and the predicted spike."""
    say_sizes(figure, tables, "spectra")
    (ax,) = figure.panels(height=2.2)
    runs, law = (
        read("spectra", network="slides", alpha=_SHOWN) for read in (tables.runs, tables.theory)
    )
    row = law.iloc[0]
    spectrum = Spectrum.of_weights(runs[runs["seed"] == 0].iloc[0], row)
    high = _ROOM * max(spectrum.values[0], spectrum.spikes[0])
    spike_histogram(ax, spectrum, high)
    ax.set(xlabel="singular value of $W_1$", ylabel="count")
    figure.say(
        alpha=f"{_SHOWN:g}",
        off=runs["weight_1"].mean() / row["weight_1"] - 1,
        beyond=spectrum.apart,
        seeds=runs["seed"].nunique(),
    )
