"""The spectrum of the updated weights, with one spike."""

from feature_learning.papers.moniri2023.histograms import Spectrum, spike_histogram
from feature_learning.papers.moniri2023.panels import say_sizes
from feature_learning.plotting import Sheet, Tables

_NEAR = 0.29  # the step that is drawn, or the nearest
_ROOM = 1.12  # of the axis beyond the spike


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw all singular values of one seed, the bulk's law and the predicted spike."""
    say_sizes(figure, tables, "spectra")
    (ax,) = figure.panels(height=2.2)
    alpha = min(tables.values("spectra", "alpha"), key=lambda one: abs(one - _NEAR))
    runs, law = (
        read("spectra", network="slides", alpha=alpha) for read in (tables.runs, tables.theory)
    )
    row = law.iloc[0]
    spectrum = Spectrum.of_weights(runs[runs["seed"] == 0].iloc[0], row)
    high = _ROOM * max(spectrum.values[0], spectrum.spikes[0])
    spike_histogram(ax, spectrum, high)
    ax.set(xlabel="singular value of $W_1$", ylabel="count")
    figure.say(alpha=f"{alpha:g}", beyond=spectrum.apart, seeds=runs["seed"].nunique())
