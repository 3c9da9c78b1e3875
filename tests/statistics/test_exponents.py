"""Slopes on logarithmic axes."""

import numpy as np
import pandas as pd
import pytest

from feature_learning.statistics.exponents import loglog_slope, slope_per_seed


@pytest.mark.parametrize("slope", [-1.5, -0.5, 0.0, 2.0])
def test_power_laws_give_their_exponent(slope):
    x = np.array([500.0, 1000.0, 2000.0, 4000.0])
    assert loglog_slope(x, 3 * x**slope) == pytest.approx(slope, abs=1e-12)


def test_slope_is_the_least_squares_one():
    rng = np.random.default_rng(0)
    x, y = np.exp(rng.standard_normal((2, 7)))
    u, v = np.log(x) - np.log(x).mean(), np.log(y) - np.log(y).mean()
    assert loglog_slope(x, y) == pytest.approx(u @ v / (u @ u), rel=1e-12)


def test_each_seed_has_its_own_slope():
    points = np.array([10.0, 20.0, 80.0])
    rows = [3 * points**-1.0, 0.1 * points**0.5, points**2.0]
    curves = pd.DataFrame(rows, index=[0, 1, 5], columns=points)
    assert slope_per_seed(curves) == pytest.approx([-1.0, 0.5, 2.0], abs=1e-12)
