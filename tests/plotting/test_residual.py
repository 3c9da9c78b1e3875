"""Residual strips, slope triangles, exponents and paired estimates: known numbers."""

import numpy as np
import pandas as pd
import pytest
from matplotlib.patches import Rectangle

from feature_learning.core.errors import UserError
from feature_learning.core.regions import Accepted
from feature_learning.plotting.bands import Band, draw_bands
from feature_learning.plotting.estimates import estimates, paired
from feature_learning.plotting.palette import unordered, written
from feature_learning.plotting.residual import residual
from feature_learning.plotting.sheet import Sheet
from feature_learning.plotting.slopes import exponents, measured, triangle
from feature_learning.statistics.intervals import Interval

WITHIN = Accepted(-0.06, 0.06, "relative")
N = (10.0, 100.0, 1000.0)
RUNS = pd.DataFrame(
    [
        {"seed": seed, "n": n, "d": d, "risk": (1 + 0.01 * seed) * d * n**-0.5}
        for seed in range(6)
        for n in N
        for d in (1, 2)
    ]
)


def bands_of(ax):
    return [one for one in ax.patches if isinstance(one, Rectangle)]


def test_a_residual_is_the_estimate_over_the_prediction_less_one():
    sheet = Sheet()
    (ax,) = sheet.panels()
    predicted = pd.DataFrame({"n": [1.0, 1e4], "risk": [1.0, 1e-2]})  # a power: exact in logarithms
    table = estimates(RUNS[RUNS["d"] == 1], "risk", ["n"])
    strip = residual(ax, table, predicted, "n", "risk", bands=[Band(WITHIN)])
    drawn = sheet.drawn()
    assert drawn["y"].tolist() == pytest.approx([0.025] * 3)
    sheet.arrange()
    (band,) = bands_of(strip)
    assert (band.get_y(), band.get_height()) == pytest.approx((-0.06, 0.12))
    assert (band.get_x(), band.get_x() + band.get_width()) == pytest.approx(strip.get_xlim())
    low, high = strip.get_ylim()
    assert low == -high
    assert high >= 0.06


def test_bands_of_series_end_with_the_judged_points_and_have_edges_in_their_colours():
    sheet, hue = Sheet(), unordered("d", {1: "one", 2: "two"})
    (ax,) = sheet.panels()
    law = pd.DataFrame({"n": [1.0, 1e4] * 2, "d": [1, 1, 2, 2], "risk": [1.0, 0.01, 2.0, 0.02]})
    bands = [Band(Accepted(-0.1, 0.1), 1, (50.0, 2e3)), Band(Accepted(-0.2, 0.3), 2)]
    table = estimates(RUNS, "risk", ["d", "n"])
    strip = residual(ax, table, law, "n", "risk", hue, bands=bands, relative=False)
    sheet.arrange()
    first, second = bands_of(strip)
    right = strip.get_xlim()[1]
    assert (first.get_x(), first.get_x() + first.get_width()) == (50.0, min(2e3, right))
    assert (second.get_y(), second.get_height()) == pytest.approx((-0.2, 0.5))
    edges = {
        (line.get_color(), line.get_ydata()[0])
        for line in strip.lines
        if line.get_linewidth() == 0.6
    }
    ends = {1: (-0.1, 0.1), 2: (-0.2, 0.3)}
    assert edges == {(written(hue.colours[d]), end) for d in ends for end in ends[d]}


def test_series_with_the_same_region_have_one_band():
    sheet, hue = Sheet(), unordered("d", {1: "one", 2: "two"})
    (ax,) = sheet.panels()
    draw_bands(ax, [Band(WITHIN, of=d) for d in (1, 2)], hue, about=1.0)
    sheet.arrange()
    (band,) = bands_of(ax)
    assert (band.get_y(), band.get_height()) == pytest.approx((0.94, 0.12))
    assert not ax.lines


def test_a_strip_refuses_a_margin_of_the_other_kind():
    predicted = pd.DataFrame({"n": [1.0, 1e4], "risk": [1.0, 1e-2]})
    table = estimates(RUNS[RUNS["d"] == 1], "risk", ["n"])
    for relative, other in ((False, "relative"), (True, "absolute")):
        (ax,) = Sheet().panels()
        with pytest.raises(UserError, match=f"accepts a margin that is {other}"):
            residual(
                ax,
                table,
                predicted,
                "n",
                "risk",
                bands=[Band(Accepted(-0.1, 0.1, other))],
                relative=relative,
            )


def test_a_region_with_one_end_has_no_band():
    with pytest.raises(UserError, match="one end"):
        Band(Accepted(0.49, np.inf))


def test_exponents_of_a_power_law():
    found = exponents(RUNS, "n", "risk", "d")
    assert found["estimate"].tolist() == pytest.approx([-0.5, -0.5])


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
    assert (ratio["high"] - ratio["low"]).tolist() == [np.inf] * 3  # seeds that agree bound nothing
    less = paired(RUNS, "risk", "d", (2, 1), ["n"])
    assert less["estimate"].iloc[0] == pytest.approx(1.025 * 10**-0.5)
