"""Residual strips, slope triangles, exponents and paired estimates: known numbers."""

import numpy as np
import pandas as pd
import pytest

from feature_learning.plotting.estimates import estimates, paired
from feature_learning.plotting.residual import residual
from feature_learning.plotting.sheet import Sheet
from feature_learning.plotting.slopes import exponents, local_exponents, measured, triangle
from feature_learning.statistics.intervals import Interval

N = (10.0, 100.0, 1000.0)
RUNS = pd.DataFrame(
    [
        {"seed": seed, "n": n, "d": d, "risk": (1 + 0.01 * seed) * d * n**-0.5}
        for seed in range(6)
        for n in N
        for d in (1, 2)
    ]
)


def test_a_residual_is_the_estimate_over_the_prediction_less_one():
    sheet = Sheet()
    (ax,) = sheet.panels()
    predicted = pd.DataFrame({"n": [1.0, 1e4], "risk": [1.0, 1e-2]})  # a power: exact in logarithms
    table = estimates(RUNS[RUNS["d"] == 1], "risk", ["n"])
    strip = residual(ax, table, predicted, "n", "risk", region=(-0.06, 0.06))
    drawn = sheet.drawn()
    assert drawn["y"].tolist() == pytest.approx([0.025] * 3)
    assert strip.patches[0].get_extents().height > 0
    low, high = strip.get_ylim()
    assert low == -high
    assert high >= 0.06


def test_exponents_and_local_exponents_of_a_power_law():
    found = exponents(RUNS, "n", "risk", "d")
    assert found["estimate"].tolist() == pytest.approx([-0.5, -0.5])
    local = local_exponents(RUNS, "n", "risk", "d")
    assert local["exponent"].to_numpy() == pytest.approx(-0.5)
    assert sorted(local["n"].unique()) == pytest.approx([10**1.5, 10**2.5])
    assert len(local) == 2 * 2 * 6


def test_a_triangle_has_the_slope_that_it_is_to_show():
    sheet = Sheet()
    (ax,) = sheet.panels()
    triangle(ax, np.array(N), np.array(N) ** -0.5, -0.5, "here")
    (drawn,) = ax.patches
    (left, start), (right, end) = drawn.get_xy()[:2]
    assert np.log(end / start) / np.log(right / left) == pytest.approx(-0.5)
    assert start > left**-0.5


def test_an_exponent_is_written_with_its_interval_if_it_has_one():
    assert measured(Interval(-0.5, -0.52, -0.48)) == "$-0.50$ $[{-}0.52{,}$ ${-}0.48]$"
    assert measured(Interval(1.0, -np.inf, np.inf)) == "$1.00$"


def test_pairs_are_compared_seed_by_seed():
    ratio = paired(RUNS, "risk", "d", (2, 1), ["n"], ratio=True)
    assert ratio["estimate"].tolist() == pytest.approx([2.0] * 3)
    assert (ratio["high"] - ratio["low"]).tolist() == pytest.approx([0.0] * 3)
    less = paired(RUNS, "risk", "d", (2, 1), ["n"])
    assert less["estimate"].iloc[0] == pytest.approx(1.025 * 10**-0.5)
