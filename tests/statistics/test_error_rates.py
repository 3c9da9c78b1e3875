"""The judge's error rates and the intervals' coverage, by the script that makes the tables of
docs/statistics.md.
"""

import importlib.util
import math
import sys
from pathlib import Path

import numpy as np
import pytest

from samples import sample

SCRIPT = Path(__file__).parents[2] / "benchmarks/error_rates.py"
spec = importlib.util.spec_from_file_location("error_rates", SCRIPT)
assert spec is not None
assert spec.loader is not None
simulation = importlib.util.module_from_spec(spec)
sys.modules["error_rates"] = simulation  # dataclasses look their module up there
spec.loader.exec_module(simulation)

TRIALS = 600
SLACK = 3 * math.sqrt(0.05 * 0.95 / TRIALS)


QUICK = ("normal, mean", "exponential, mean", "two modes, fraction")
# What docs/statistics.md promises less for: the seeds and the error.
SKEWED = {
    "exponential, mean": (12, 0.05),
    "lognormal (1/2), mean": (12, 0.06),
    "lognormal (1), mean": (30, 0.065),
    "exponent, growing spread": (12, 0.08),
    "one exponential point, mean": (30, 0.10),
}


@pytest.mark.parametrize(
    "law",
    [
        pytest.param(law, marks=[] if law in QUICK else [pytest.mark.slow])
        for law in simulation.LAWS
    ],
)
def test_both_errors_stay_at_five_per_cent(law):
    least, error = SKEWED.get(law, (3, 0.05))
    rates = {
        (seeds, points): simulation.false_rates(law, seeds, points, TRIALS)
        for seeds in {max(seeds, least) for seeds in (3, 5, 12)}
        for points in (1, 4)
    }
    assert {case: found for case, found in rates.items() if max(found) > error + SLACK} == {}


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [3, 12])
def test_three_looks_err_no_more_than_one(seeds):
    assert 0.05 < max(simulation.rates_of_a_second_look(seeds, 2000)) < 0.09


def test_the_correction_for_skewness_costs_little_power():
    """Sixteen points of twelve normal seeds, the region 1.25 standard deviations to each side:
    Student's t reproduces 77 %.
    """
    rng = np.random.default_rng(0)
    held = [
        simulation.judge(
            simulation.Declared(within=(-1.25, 1.25)),
            sample(rng.standard_normal((12, 16)), [str(point) for point in range(16)]),
        ).verdict
        == "reproduced"
        for _ in range(400)
    ]
    assert np.mean(held) > 0.66


def test_an_error_is_made_where_it_should_be():
    """The rates are of the worst case, so for means they are not far below what is allowed."""
    assert min(simulation.false_rates("normal, mean", 30, 1, TRIALS)) >= 0.05 - SLACK


def test_intervals_cover():
    names = ("mean, normal", "geometric mean, lognormal", "median, lognormal", "fraction of 0.8")
    shares = {
        (name, seeds): simulation.coverage(name, seeds, TRIALS)
        for name in names
        for seeds in (3, 12)
    }
    assert {case: share for case, share in shares.items() if share < 0.95 - SLACK} == {}


def test_intervals_of_a_slope_cover():
    shares = {seeds: simulation.coverage("slope", seeds, TRIALS) for seeds in (5, 8, 12)}
    assert {seeds: share for seeds, share in shares.items() if share < 0.93 - SLACK} == {}
