"""How many seeds would decide a claim of several points."""

from feature_learning.statistics.intervals import Interval
from feature_learning.statistics.needed import seeds_needed

INSIDE = (-1.0, 1.0)


def around(estimate: float, arm: float) -> Interval:
    return Interval(estimate, estimate - arm, estimate + arm)


def test_the_last_point_to_get_inside_decides():
    found = [around(0.0, 1.5), around(0.5, 1.0)]  # inside from 9/4 and from 4 times the seeds on
    assert seeds_needed(found, found, [INSIDE, INSIDE], 10) == 40


def test_the_first_point_to_get_clear_decides():
    found = [around(1.5, 1.0), around(2.0, 1.5)]  # clear from 4 and from 9/4 times the seeds on
    assert seeds_needed(found, found, [INSIDE, INSIDE], 10) == 23


def test_a_point_inside_does_not_count_where_another_is_outside():
    found = [around(0.0, 9.0), around(2.0, 1.5)]
    assert seeds_needed(found, found, [INSIDE, INSIDE], 10) == 23


def test_on_the_threshold_no_number_decides():
    found = [around(0.0, 1.5), around(1.0, 1.0)]
    assert seeds_needed(found, found, [INSIDE, INSIDE], 10) == 0
