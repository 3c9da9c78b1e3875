"""The names of points."""

import math

from feature_learning.statistics.points import named


def test_points_are_named():
    assert named("alpha", [0.2, -math.inf, 3]) == ["alpha = 0.2", "alpha = -inf", "alpha = 3"]
