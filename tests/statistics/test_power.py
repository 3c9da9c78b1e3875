"""The number of seeds that power asks for, against textbook answers and against the judge
itself.
"""

import numpy as np
import pytest

from feature_learning.pipeline.declare.claim import Claim
from feature_learning.statistics.power import MOST_SEEDS, seeds_to_decide, seeds_to_reproduce
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.verdicts import judge
from samples import sample


def claim(**test) -> Claim:
    return Claim(says="it holds", kind="value", basis="theory", of="norm", **test)


def pilot(shift: float, seeds: int = 40, points: int = 1) -> list[Quantity]:
    """Normal numbers of mean `shift` and standard deviation 1, adjusted so that the pilot has
    exactly these.
    """
    draws = np.random.default_rng(5).standard_normal((seeds, points))
    draws = (draws - draws.mean(axis=0)) / draws.std(axis=0, ddof=1)
    return sample(draws + shift, [str(point) for point in range(points)])


@pytest.mark.parametrize(("shift", "textbook"), [(1.0, 10), (0.5, 36)])
def test_a_shifted_mean_needs_what_the_tables_say(shift, textbook):
    """One-sided t-test at 5 % with power 0.9, by the noncentral t distribution: 10 and 36
    observations.
    """
    assert seeds_to_reproduce(claim(above=0.0), pilot(shift)) == pytest.approx(
        textbook, rel=0.25, abs=1
    )


def test_a_handful_of_seeds_pays_for_the_doubt_about_its_skewness():
    """The textbook's 4 would do if the seeds were known to be normal."""
    assert seeds_to_reproduce(claim(above=0.0), pilot(2.0)) in range(5, 9)


def test_that_many_seeds_are_enough_in_fresh_samples():
    wanted = seeds_to_reproduce(claim(within=(-1.0, 1.0)), pilot(0.2, points=4))
    assert wanted is not None
    rng = np.random.default_rng(0)
    names = list("abcd")
    held = [
        judge(
            claim(within=(-1.0, 1.0)), sample(0.2 + rng.standard_normal((wanted, 4)), names)
        ).verdict
        == "reproduced"
        for _ in range(400)
    ]
    assert 0.84 < np.mean(held) < 0.98


def test_a_smaller_error_needs_more_seeds():
    few, many = (seeds_to_decide(claim(above=0.0), pilot(0.5), error) for error in (0.05, 0.05 / 3))
    assert few is not None
    assert many is not None
    assert few < many


def test_an_estimate_outside_is_decided_but_never_reproduced():
    wrong = pilot(-1.0)
    assert seeds_to_reproduce(claim(above=0.0), wrong) is None
    decided = seeds_to_decide(claim(above=0.0), wrong)
    assert decided is not None
    assert decided < 20


def test_what_no_number_of_seeds_decides_is_said():
    assert seeds_to_decide(claim(above=0.0), pilot(0.0)) is None
    assert seeds_to_reproduce(claim(above=0.0), pilot(0.01)) is None, (
        f"{MOST_SEEDS} seeds are the most"
    )
    assert seeds_to_reproduce(claim(above=0.0), sample(np.ones((1, 1)), ["only one seed"])) is None
