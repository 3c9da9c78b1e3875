"""A spectrum's histogram, its bulk in the same units, and its outliers."""

import numpy as np
import pytest

from feature_learning.plotting.sheet import Sheet
from feature_learning.plotting.spectrum import spectrum


@pytest.fixture
def drawn():
    (ax,) = Sheet().panels()
    at = np.linspace(0, 2, 201)
    spectrum(ax, np.array([0.1, 0.2, 1.9, 3.7]), density_at=at, density=np.full(201, 1.5), outliers=[3.6], upto=4.0, bins=4)
    return ax


def test_values_are_counted_in_their_bins(drawn):
    histogram = drawn.figure.drawn().query("series == 'histogram'")
    assert histogram["x"].tolist() == [0.5, 1.5, 2.5, 3.5]
    assert histogram["y"].tolist() == [2, 1, 0, 1]


def test_the_bulk_is_drawn_as_counts_per_bin():
    """A density whose integral is the number of values has as much mass as the histogram, whatever the bins."""
    at = np.linspace(0, 2, 201)
    for bins in (4, 16):
        (ax,) = Sheet().panels()
        spectrum(ax, np.full(3, 0.5), density_at=at, density=np.full(201, 1.5), outliers=[], upto=4.0, bins=bins)
        bulk = ax.figure.drawn().query("series == 'bulk'")["y"]
        assert bulk.tolist() == pytest.approx([1.5 * 4.0 / bins] * 201)


def test_outliers_are_lines_with_one_entry_in_the_legend(drawn):
    assert drawn.figure.drawn().query("series == 'outlier'")["x"].tolist() == [3.6]
    labels = drawn.get_legend_handles_labels()[1]
    assert labels.count("theory: outlier") == 1
    assert drawn.get_yscale() == "log"
    assert drawn.get_xlim() == (0.0, 4.0)
