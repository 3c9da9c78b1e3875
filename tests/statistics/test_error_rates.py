"""The judge's error rates and the intervals' coverage, by the script that makes the tables of
docs/claims.md.
"""

import importlib.util
import math
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks/error_rates.py"
spec = importlib.util.spec_from_file_location("error_rates", SCRIPT)
assert spec is not None
assert spec.loader is not None
simulation = importlib.util.module_from_spec(spec)
sys.modules["error_rates"] = simulation  # dataclasses look their module up there
spec.loader.exec_module(simulation)

TRIALS = 600
SLACK = 3 * math.sqrt(0.05 * 0.95 / TRIALS)


@pytest.mark.parametrize("law", list(simulation.LAWS))
def test_both_errors_stay_at_five_per_cent(law):
    rates = {
        (seeds, points): simulation.false_rates(law, seeds, points, TRIALS)
        for seeds in (3, 5, 12)
        for points in (1, 4)
    }
    assert {case: found for case, found in rates.items() if max(found) > 0.05 + SLACK} == {}


def test_an_error_is_made_where_it_should_be():
    """The rates are of the worst case, so for means they are not far below what is allowed."""
    assert min(simulation.false_rates("normal, mean", 5, 1, TRIALS)) >= 0.05 - SLACK


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
