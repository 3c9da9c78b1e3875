"""Distances between distribution functions, counted by hand."""

import numpy as np
import pytest

from feature_learning.statistics import kolmogorov, kolmogorov_smirnov


def test_the_gap_of_two_samples_is_the_largest_of_their_steps():
    assert kolmogorov_smirnov(np.array([1.0, 2.0]), np.array([3.0])) == 1.0
    assert kolmogorov_smirnov(np.array([3.0, 1.0]), np.array([2.0, 0.0])) == pytest.approx(0.5)


@pytest.mark.parametrize(("values", "gap"), [([0.5], 0.5), ([0.9, 0.8], 0.8), ([0.3, 0.1], 0.7)])
def test_the_distance_from_a_law_looks_at_both_sides_of_a_step(values, gap):
    """Of the uniform law."""
    found = kolmogorov(np.array(values), lambda at: at)
    assert found == pytest.approx(gap * np.sqrt(len(values)))
