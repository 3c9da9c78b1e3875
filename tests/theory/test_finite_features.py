"""Random-features regression at a finite dimension: check values, the limit, and derivatives."""

import numpy as np
import pytest

from feature_learning.networks.activations import RELU
from feature_learning.theory.double_descent import bias_variance
from feature_learning.theory.finite_features import part_traces

LIMIT = {0.5: 0.599431, 1: 0.577099, 2: 0.161969, 4: 0.076425}


def traces(d: int, ratio: float, lam: float):
    return part_traces(RELU, d, 3 * d, 3 * ratio * d, 3 * ratio * lam)


@pytest.mark.parametrize(
    ("d", "lam", "ratio", "factor"),
    [
        (100, 1e-3, 0.5, 0.9880),
        (100, 1e-3, 1, 0.9574),
        (100, 1e-3, 2, 0.9650),
        (100, 1e-3, 4, 0.9672),
        (50, 1e-3, 1, 0.9161),
        (50, 1e-3, 4, 0.9346),
        (100, 1e-2, 2, 0.9719),
    ],
)
def test_the_risk_lies_below_the_limit_by_an_amount_of_order_one_over_d(d, lam, ratio, factor):
    limit = bias_variance(RELU, 3 * ratio, 3.0, lam)[0]
    assert traces(d, ratio, lam).risk(1, 0, 0) / limit == pytest.approx(factor, abs=6e-5)
    if lam == 1e-3:
        assert limit == pytest.approx(LIMIT[ratio], abs=6e-5)


def test_the_sphere_adds_to_what_the_quadratic_part_explains():
    """At N = 2n the risk is below the limit by 3.5/d: 2.6 for the quadratic part, and 0.9 as ReLU's
    variance lacks 1/(4 pi d).
    """
    d = 400
    lower = d * (1 - traces(d, 2, 1e-3).risk(1, 0, 0) / LIMIT[2])
    missing = 1 / (4 * np.pi) / (1 / 4 - 1 / (2 * np.pi))
    assert lower - missing == pytest.approx(2.64, abs=0.05)


@pytest.mark.parametrize(
    ("d", "ratio", "learned"),
    [(50, 0.5, 0.0270), (50, 4, 0.0702), (100, 2, 0.0349), (200, 2, 0.0176)],
)
def test_learned_fraction_of_a_quadratic_target(d, ratio, learned):
    assert traces(d, ratio, 1e-3).quadratic_learned == pytest.approx(learned, abs=6e-5)


def test_risk_of_a_quadratic_target_and_variance():
    assert [traces(100, ratio, 0.01).risk(0, 1, 0) for ratio in (0.5, 2)] == pytest.approx(
        [1.5952, 1.5348], abs=1e-4
    )
    for width, lbar, excess in ((6, 0.01, 0.0291), (6, 1.0, 0.0063), (12, 0.1, 0.0430)):
        lam = lbar * RELU.nonlinear**2
        found = part_traces(RELU, 100, 300, 100 * width, width * lam).risk(0, 0, 0, noise=1)
        assert found / bias_variance(RELU, width, 3.0, lam)[1] - 1 == pytest.approx(
            excess, abs=6e-5
        )


@pytest.mark.parametrize("ratio", [0.5, 2])
def test_it_tends_to_the_proportional_limit(ratio):
    far = traces(10**8, ratio, 0.01)
    bias, variance = bias_variance(RELU, 3 * ratio, 3.0, 0.01)
    assert far.risk(1, 0, 0) == pytest.approx(bias, rel=1e-6)
    assert far.risk(0, 0, 0.5, 0.25) == pytest.approx(0.75 * variance + 0.5, rel=1e-6)
    assert far.quadratic_learned == pytest.approx(0, abs=1e-7)


def test_derivatives_are_those_of_the_traces():
    at, step = 0.05, 1e-6
    low, here, high = (
        part_traces(RELU, 60, 180, 240, ridge) for ridge in (at - step, at, at + step)
    )
    for name in ("m1", "m2", "m3"):
        slope = (getattr(high, name) - getattr(low, name)) / (2 * step)
        assert getattr(here, f"d{name}") == pytest.approx(slope, rel=1e-6)
    assert np.isfinite([here.m1, here.m2, here.m3]).all()
