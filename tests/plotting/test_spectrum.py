"""A spectrum's histogram with its bulk in the same units and its outlier."""

import numpy as np
import pytest

from feature_learning.plotting.sheet import Sheet
from feature_learning.plotting.spectrum import linear_spectrum


def test_equal_bins_have_the_density_of_the_values():
    """Its integral is the fraction of the values in the bins, and the law is drawn as it is."""
    (ax,) = Sheet().panels()
    at, values = np.linspace(0, 1, 11), np.append(np.linspace(0.01, 0.99, 99), 3.0)
    law = {"density_at": at, "density": np.ones(11), "outlier": 2.9}
    linear_spectrum(ax, values, **law, room=1.1, names=("values", "bulk", "spike"), bins=10)
    drawn = ax.figure.drawn()
    heights = drawn[drawn["role"] == "simulation"]["y"]
    assert heights.sum() * 0.1 == pytest.approx(0.99)
    assert (drawn[drawn["series"] == "bulk"]["y"] == 1).all()
    assert drawn[drawn["series"] == "spike"]["x"].tolist() == [2.9]
