"""Quantiles against SciPy's."""

import pytest
from scipy.stats import binom, binomtest, t

from feature_learning.statistics.quantiles import fair_tail, student, wilson


@pytest.mark.parametrize("degrees", [1, 2, 3, 4, 7, 12, 39, 200])
@pytest.mark.parametrize("level", [0.5, 0.95, 0.99, 1 - 0.05 / 60])
def test_student(degrees, level):
    assert student(degrees, level) == pytest.approx(t.ppf((1 + level) / 2, degrees), rel=1e-10)


@pytest.mark.parametrize(("holds", "count"), [(0, 5), (1, 5), (3, 8), (5, 5), (117, 400)])
@pytest.mark.parametrize("level", [0.95, 0.999])
def test_wilson(holds, count, level):
    assert wilson(holds, count, level) == pytest.approx(tuple(binomtest(holds, count).proportion_ci(level, method="wilson")), abs=1e-13)


@pytest.mark.parametrize(("largest", "count"), [(0, 1), (2, 7), (10, 40), (600, 1200)])
def test_fair_tail(largest, count):
    assert fair_tail(largest, count) == pytest.approx(binom.cdf(largest, count, 0.5), rel=1e-12)
