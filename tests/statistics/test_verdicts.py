"""The judge: all verdicts, and the mutations that an honest judge must notice."""

import math
from dataclasses import dataclass

import numpy as np
import pytest

from feature_learning.core.errors import UserError
from feature_learning.statistics import intervals, needed
from feature_learning.statistics.exponents import loglog_slope
from feature_learning.statistics.means import means
from feature_learning.statistics.verdicts import (
    INCONCLUSIVE,
    MIXED,
    NOT_REPRODUCED,
    REPRODUCED,
    Case,
    judge,
)
from samples import computed, sample


@dataclass(frozen=True)
class Margin:
    absolute: float | None = None
    relative: float | None = None


@dataclass(frozen=True)
class Declared:
    """A claim's declared test."""

    margin: Margin | None = None
    within: tuple[float, float] | None = None
    above: float | None = None
    below: float | None = None


def gaussian(means, spread=0.1, seeds=12, stream=0):
    """Seeds whose means and spreads are exactly these."""
    draws = np.random.default_rng(stream).standard_normal((seeds, len(means)))
    draws = (draws - draws.mean(axis=0)) / draws.std(axis=0, ddof=1)
    return np.asarray(means) + spread * draws


def named(count):
    return [f"point {k}" for k in range(count)]


WITHIN = Declared(within=(-1.0, 1.0))
LOGIC = [
    # means of points with a small spread; verdict on [-1, 1]
    ([0.0], REPRODUCED),
    ([0.0, 0.5, -0.5], REPRODUCED),
    ([3.0], NOT_REPRODUCED),
    ([3.0, -3.0], NOT_REPRODUCED),
    ([0.0, 3.0], MIXED),
    ([0.0, 3.0, 1.0], MIXED),
    ([1.0], INCONCLUSIVE),
    ([0.0, 1.0], INCONCLUSIVE),
    ([3.0, 1.0], NOT_REPRODUCED),  # one point outside refutes that all lie inside, and none does
]


@pytest.mark.parametrize(("means", "verdict"), LOGIC)
def test_verdict_on_points(means, verdict):
    found = judge(WITHIN, sample(gaussian(means), named(len(means))))
    assert found.verdict == verdict
    assert (found.seeds, found.diverged) == (12, 0)
    assert len(found.found) == len(found.regions) == len(found.points) == len(means)


@pytest.mark.parametrize(
    ("declared", "predicted", "region"),
    [
        (Declared(margin=Margin(absolute=0.2)), [-2.0], (-2.2, -1.8)),
        (Declared(margin=Margin(relative=0.1)), [-2.0], (-2.2, -1.8)),
        (Declared(within=(0.5, 1.5)), None, (0.5, 1.5)),
        (Declared(above=0.3), None, (0.3, math.inf)),
        (Declared(below=0.3), None, (-math.inf, 0.3)),
    ],
)
def test_acceptance_region(declared, predicted, region):
    found = judge(declared, sample(gaussian([0.0]), ["point"], predicted and np.array(predicted)))
    assert found.regions[0] == pytest.approx(region)


@pytest.mark.parametrize(
    ("declared", "side"), [(Declared(above=0.0), 1), (Declared(below=0.0), -1)]
)
def test_one_sided_tests_point_the_right_way(declared, side):
    assert judge(declared, sample(gaussian([side]), ["point"])).verdict == REPRODUCED
    assert judge(declared, sample(gaussian([-side]), ["point"])).verdict == NOT_REPRODUCED
    assert judge(declared, sample(gaussian([0.01 * side]), ["point"])).verdict == INCONCLUSIVE


def test_a_margin_needs_a_prediction():
    with pytest.raises(UserError, match="a margin needs a prediction"):
        judge(Declared(margin=Margin(absolute=1.0)), sample(gaussian([0.0]), ["point"]))


def test_computed_numbers_are_judged_without_seeds():
    inside, outside = computed([0.5], ["x"]), computed([2.0], ["x"])
    assert judge(WITHIN, inside).verdict == REPRODUCED
    assert judge(WITHIN, outside).verdict == NOT_REPRODUCED
    assert judge(WITHIN, inside).seeds == 0
    assert judge(WITHIN, computed([math.nan], ["x"])).verdict == INCONCLUSIVE
    assert judge(WITHIN, computed([math.nan], ["x"])).diverged == 1


def test_points_inside_need_no_correction():
    """Thirty points of which each is just inside by itself: their intersection is inside, too."""
    alone = gaussian([0.93], 0.1)
    assert judge(WITHIN, sample(alone, ["x"])).verdict == REPRODUCED
    assert judge(WITHIN, sample(np.repeat(alone, 30, axis=1), named(30))).verdict == REPRODUCED


def test_a_point_outside_is_corrected_for_the_others_and_points_found_help_the_rest():
    """Holm: what is outside by itself is not outside among thirty, unless the others are outside
    beyond doubt.
    """
    barely = gaussian([1.07], 0.1)
    inside, far = gaussian([0.0] * 29, 0.1, stream=1), gaussian([3.0] * 29, 0.1, stream=1)
    assert judge(WITHIN, sample(barely, ["x"])).verdict == NOT_REPRODUCED
    assert judge(WITHIN, sample(np.hstack([barely, inside]), named(30))).verdict == INCONCLUSIVE
    found = Case.of(WITHIN, sample(np.hstack([barely, far]), named(30))).outside(0.05)
    assert found == [True] * 30


def test_one_sided_regions_take_one_sided_bounds():
    """A mean 1.9 standard errors from the end: beyond Student's t of 1.80 for one side, short of
    2.20 for two.
    """
    observed = gaussian([1.9 / math.sqrt(12)], 1.0)
    assert judge(Declared(above=0.0), sample(observed, ["x"])).verdict == REPRODUCED
    assert judge(Declared(below=0.0), sample(observed, ["x"])).verdict == NOT_REPRODUCED
    assert judge(Declared(within=(-5.0, 0.0)), sample(observed, ["x"])).verdict == INCONCLUSIVE


def test_log_units():
    """A factor of ten up in one seed and down in the next: the geometric mean is 1, the arithmetic
    one far above.
    """
    observed = np.array([[10.0], [0.1]] * 10)
    assert (
        judge(
            Declared(within=(0.3, 3.0)), sample(observed, ["x"], estimator="geometric mean")
        ).verdict
        == REPRODUCED
    )
    assert judge(Declared(within=(0.3, 3.0)), sample(observed, ["x"])).verdict == INCONCLUSIVE
    observed[0] = -1.0
    found = judge(Declared(within=(0.3, 3.0)), sample(observed, ["x"], estimator="geometric mean"))
    assert (found.verdict, found.found[0].high) == (INCONCLUSIVE, math.inf)


def approach(limit, exponent, seeds=8):
    """A curve that comes to a limit with a power of the size, as an exponent and as the limit that
    it extrapolates to.
    """
    sizes = np.array([100.0, 200.0, 400.0, 800.0])
    noise = 0.002 * np.random.default_rng(2).standard_normal((seeds, 4))
    curves = limit + 5 * sizes**exponent + noise
    solve = np.linalg.pinv(np.column_stack([np.ones(4), sizes**-0.5]))[0]
    return [
        *sample(curves, ["exponent"], fit=lambda mean: loglog_slope(sizes, np.abs(mean - 2.0))),
        *sample(curves, ["limit"], [2.0], fit=lambda mean: solve @ mean),
    ]


def test_an_approach_has_its_exponent_and_its_limit():
    declared = Declared(margin=Margin(absolute=0.02))
    there = judge(declared, approach(2.0, -0.5))
    assert there.verdict == REPRODUCED
    assert [interval.estimate for interval in there.found] == pytest.approx([-0.5, 2.0], abs=0.02)
    # At every size the curve is further from its limit than the margin.
    assert 5 * 800**-0.5 > 0.02
    assert judge(declared, approach(2.3, -0.5)).verdict == MIXED
    assert judge(declared, approach(2.0, 0.5)).verdict == NOT_REPRODUCED


def test_estimates_are_taken_as_declared():
    heavy = np.array([[0.1, -0.2, 0.0, 0.3, -0.1, 0.2, 0.1, 0.0, -0.3, 0.2, 1e6, 0.1]]).T
    assert judge(WITHIN, sample(heavy, ["x"], estimator="median")).verdict == REPRODUCED
    assert judge(WITHIN, sample(heavy, ["x"])).verdict == INCONCLUSIVE
    most = np.array([[1.0]] * 11 + [[0.0]])
    assert (
        judge(Declared(above=0.5), sample(most, ["x"], estimator="fraction")).verdict == REPRODUCED
    )
    assert (
        judge(Declared(above=0.5), sample(1 - most, ["x"], estimator="fraction")).verdict
        == NOT_REPRODUCED
    )


# Mutations: what a judge that always says yes would miss.


def power_law(exponent, seeds=12, stream=0):
    x = np.array([100.0, 200.0, 400.0, 800.0])
    noise = np.exp(0.05 * np.random.default_rng(stream).standard_normal((seeds, 4)))
    return sample(
        x**exponent * noise, ["slope"], np.array([-0.5]), fit=lambda curve: loglog_slope(x, curve)
    )


@pytest.mark.parametrize("stream", range(5))
def test_a_wrong_prediction_is_not_reproduced(stream):
    observed, declared = gaussian([1.0, 2.0], stream=stream), Declared(margin=Margin(relative=0.2))
    assert judge(declared, sample(observed, named(2), np.array([1.0, 2.0]))).verdict == REPRODUCED
    assert (
        judge(declared, sample(observed, named(2), np.array([1.5, 3.0]))).verdict == NOT_REPRODUCED
    )
    assert judge(declared, sample(observed, named(2), np.array([1.0, 3.0]))).verdict == MIXED
    assert (
        judge(declared, sample(observed, named(2), -np.array([1.0, 2.0]))).verdict == NOT_REPRODUCED
    )


def test_a_wrong_exponent_is_not_reproduced():
    declared = Declared(margin=Margin(absolute=0.1))
    assert judge(declared, power_law(-0.5)).verdict == REPRODUCED
    assert judge(declared, power_law(-1.0)).verdict == NOT_REPRODUCED


def test_a_biased_simulation_is_caught():
    """The same noise, shifted by thrice the margin."""
    rng = np.random.default_rng(1)
    honest = 2.0 + 0.1 * rng.standard_normal((20, 1))
    declared, predicted = Declared(margin=Margin(absolute=0.1)), np.array([2.0])
    assert judge(declared, sample(honest, ["x"], predicted)).verdict == REPRODUCED
    assert judge(declared, sample(honest + 0.3, ["x"], predicted)).verdict == NOT_REPRODUCED


def test_too_few_seeds_stay_inconclusive():
    declared, predicted = Declared(margin=Margin(absolute=0.15)), np.array([1.0])
    assert (
        judge(declared, sample(gaussian([1.0], 0.2, seeds=20), ["x"], predicted)).verdict
        == REPRODUCED
    )
    few = judge(declared, sample(gaussian([1.0], 0.2, seeds=4), ["x"], predicted))
    assert few.verdict == INCONCLUSIVE
    assert few.seeds_needed > 4
    assert (
        judge(Declared(margin=Margin(absolute=0.1)), power_law(-0.5, seeds=4)).verdict
        == INCONCLUSIVE
    )
    assert (
        judge(Declared(margin=Margin(absolute=0.1)), power_law(-0.5, seeds=5)).verdict == REPRODUCED
    )


@pytest.mark.parametrize("estimate", ["mean", "median", "fraction"])
@pytest.mark.parametrize("seeds", [1, 2])
@pytest.mark.parametrize(
    "declared", [Declared(within=(-5.0, 5.0)), Declared(above=-5.0), Declared(below=-5.0)]
)
def test_under_three_seeds_nothing_is_decided(estimate, seeds, declared):
    """However clear the numbers look."""
    found = judge(declared, sample(np.ones((seeds, 1)), ["x"], estimator=estimate))
    assert (found.verdict, found.seeds_needed) == (INCONCLUSIVE, 0)


def test_a_negative_claim_needs_evidence_of_absence():
    """Equivalence, not a missing significance: noise alone, or a few seeds, do not show that
    nothing is learned.
    """
    declared = Declared(within=(-0.03, 0.03))
    noisy = gaussian([0.0], spread=0.5)
    (interval,) = means(noisy)
    assert interval.low < 0 < interval.high  # no significant effect
    assert judge(declared, sample(noisy, ["x"])).verdict == INCONCLUSIVE
    assert judge(declared, sample(gaussian([0.0], spread=0.02), ["x"])).verdict == REPRODUCED
    assert judge(declared, sample(gaussian([0.1], spread=0.02), ["x"])).verdict == NOT_REPRODUCED
    below = Declared(below=0.05)
    assert judge(below, sample(noisy, ["x"])).verdict == INCONCLUSIVE
    assert judge(below, sample(gaussian([0.0], spread=0.02), ["x"])).verdict == REPRODUCED


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize(
    "declared", [Declared(within=(0.0, 2.0)), Declared(above=0.0), Declared(below=2.0)]
)
def test_a_diverged_seed_is_never_dropped(bad, declared):
    observed = gaussian([1.0, 1.0])
    assert judge(declared, sample(observed, named(2))).verdict == REPRODUCED
    observed[5, 1] = bad
    found = judge(declared, sample(observed, named(2)))
    assert (found.verdict, found.seeds, found.diverged, found.seeds_needed) == (
        INCONCLUSIVE,
        12,
        1,
        0,
    )


@pytest.mark.parametrize("declared", [Declared(above=0.0), Declared(below=2.0)])
def test_diverged_seeds_do_not_help_a_median(declared):
    observed = gaussian([1.0])
    assert judge(declared, sample(observed, ["x"], estimator="median")).verdict == REPRODUCED
    observed[:7] = math.nan
    found = judge(declared, sample(observed, ["x"], estimator="median"))
    assert (found.verdict, found.diverged) == (INCONCLUSIVE, 7)


def test_diverged_seeds_count_against_a_fraction():
    holds = np.ones((12, 1))
    assert (
        judge(Declared(above=0.5), sample(holds, ["x"], estimator="fraction")).verdict == REPRODUCED
    )
    holds[:5] = math.nan
    found = judge(Declared(above=0.5), sample(holds, ["x"], estimator="fraction"))
    assert (found.verdict, found.diverged) == (INCONCLUSIVE, 5)


def test_a_diverged_seed_undoes_a_fit():
    (slope,) = power_law(-0.5)
    slope.values[0, 0] = math.nan
    found = judge(Declared(margin=Margin(absolute=0.1)), [slope])
    assert (found.verdict, found.diverged) == (INCONCLUSIVE, 1)


@pytest.mark.parametrize("agreed", [0.0, 0.1 + 1e-17 * np.arange(60)[:, None]])
@pytest.mark.parametrize(
    "declared", [Declared(within=(-0.5, 0.5)), Declared(below=0.5), Declared(above=-0.5)]
)
def test_seeds_that_all_agree_do_not_decide_a_mean(agreed, declared):
    """Sixty of them say nothing of one seed in a hundred that differs by a thousand."""
    observed = agreed + np.zeros((60, 1))
    found = judge(declared, sample(observed, ["x"]))
    assert (found.verdict, found.seeds_needed) == (INCONCLUSIVE, 0)
    assert judge(declared, computed(observed[0], ["x"])).verdict == REPRODUCED
    assert judge(declared, sample(observed, ["x"], estimator="median")).verdict == REPRODUCED


def test_differences_that_are_rounding_are_not_evidence():
    noise = 1e-16 * np.random.default_rng(0).standard_normal((12, 1))
    assert judge(Declared(within=(-0.5, 0.5)), sample(noise, ["x"])).verdict == INCONCLUSIVE
    assert judge(Declared(below=1e-12), sample(noise, ["x"])).verdict == REPRODUCED


def test_seeds_that_all_agree_bound_a_fraction():
    """Of twelve that all hold, at least 0.05^(1/12) = 78 % of all do."""
    holds = np.ones((12, 1))
    for above, verdict in ((0.77, REPRODUCED), (0.79, INCONCLUSIVE)):
        found = judge(Declared(above=above), sample(holds, ["x"], estimator="fraction"))
        assert found.verdict == verdict


def test_a_tail_widens_the_bound_that_it_may_pass():
    """Seeds of which one is far out: Student's bound lies below 1, and the mean may lie beyond."""
    observed = np.array([[0.1], [0.2], [0.15], [0.1], [0.2], [0.15], [0.1], [1.5]])
    assert means(observed, 0.9, skewed=0.0)[0].high < 0.7
    assert judge(Declared(below=0.7), sample(observed, ["x"])).verdict == INCONCLUSIVE
    assert judge(Declared(above=-0.1), sample(observed, ["x"])).verdict == REPRODUCED


# How many seeds would decide.


@pytest.mark.parametrize(
    ("mean", "verdict"),
    [(0.3, REPRODUCED), (0.8, REPRODUCED), (1.2, NOT_REPRODUCED), (-1.4, NOT_REPRODUCED)],
)
@pytest.mark.parametrize("points", [1, 4])
def test_the_seeds_said_to_be_needed_decide(mean, verdict, points):
    """With estimate and spread as they were that many seeds decide."""
    spread = 1.0 if abs(abs(mean) - 1) < 0.5 else 2.0
    few = judge(WITHIN, sample(gaussian([mean] * points, spread, seeds=5), named(points)))
    assert few.verdict == INCONCLUSIVE
    assert few.seeds_needed > 5
    enough = judge(
        WITHIN, sample(gaussian([mean] * points, spread, few.seeds_needed, stream=1), named(points))
    )
    assert enough.verdict == verdict


def test_the_seeds_said_to_be_needed_decide_in_simulation():
    """Fresh draws wander: that many seeds decide in half of the runs and rightly; twice as many in
    most.
    """
    few = judge(WITHIN, sample(gaussian([0.6], 1.0, seeds=8), ["x"]))
    assert few.verdict == INCONCLUSIVE
    rng = np.random.default_rng(3)
    for factor, share in ((1, 0.5), (2, 0.8)):
        draws = 0.6 + rng.standard_normal((300, factor * few.seeds_needed, 1))
        decided = [judge(WITHIN, sample(draw, ["x"])).verdict for draw in draws]
        assert decided.count(REPRODUCED) / len(decided) > share
        assert decided.count(NOT_REPRODUCED) == 0


@pytest.mark.parametrize(("holds", "seeds"), [(3, 3), (7, 10), (13, 20)])
def test_the_seeds_needed_for_a_fraction_heed_its_lopsided_interval(holds, seeds):
    few = judge(
        Declared(above=0.5),
        sample((np.arange(seeds) < holds)[:, None], ["x"], estimator="fraction"),
    )
    assert few.verdict == INCONCLUSIVE
    assert few.seeds_needed > seeds
    # One more per cent for a count that must be whole.
    many = math.ceil(1.01 * few.seeds_needed)
    same = (np.arange(many) < math.ceil(many * holds / seeds))[:, None]
    assert (
        judge(Declared(above=0.5), sample(same, ["x"], estimator="fraction")).verdict == REPRODUCED
    )


def test_no_number_of_seeds_is_named_where_none_is_known():
    on_the_line = judge(WITHIN, sample(gaussian([1.0]), ["x"]))
    assert on_the_line.verdict == INCONCLUSIVE
    assert on_the_line.seeds_needed == 0
    assert judge(WITHIN, sample(gaussian([0.0]), ["x"])).seeds_needed == 0  # decided


def test_decided_points_do_not_raise_the_number():
    alone = judge(WITHIN, sample(gaussian([0.8], 1.0, 6), ["x"]))
    interval = intervals.Interval(0.8, -0.2, 1.8)
    assert alone.seeds_needed > 6
    assert needed._seeds_for(interval, (-10.0, 10.0), 6) == 6
    # twice as close: four times the seeds
    assert needed._seeds_for(interval, (-10.0, 1.3), 6) == 24


@pytest.mark.parametrize(("distance", "times"), [(1 / 30, 900), (1 / 33, 0), (0.0, 0)])
@pytest.mark.parametrize("side", [-1, 1])
def test_an_estimate_on_its_threshold_is_told_from_one_near_it(distance, times, side):
    """An arm of length 1 is 30 or 33 times the distance, and 33 squared is more than 1000."""
    interval = intervals.Interval(side * distance, side * distance - 1, side * distance + 1)
    found = needed._seeds_for(interval, (0.0, math.inf), 6)
    assert found == pytest.approx(6 * times, abs=1)


def test_a_point_without_a_prediction_is_inconclusive_and_no_number_of_seeds_helps():
    observed = gaussian([1.0, 1.0])
    found = judge(Declared(margin=Margin(absolute=0.1)), sample(observed, named(2), [1.0, np.nan]))
    assert (found.verdict, found.seeds_needed) == (INCONCLUSIVE, 0)
