"""Mean-field laws of the square activation: known digits, the closed law against particles, online
SGD.
"""

import numpy as np
import pytest
from scipy.stats import kstest

from feature_learning.core.errors import UserError
from feature_learning.networks.activations import SQUARE
from feature_learning.theory.mean_field import (
    cosine_cdf,
    cosine_density,
    fluctuation_constant,
    population_flow,
    square_limit,
    square_limit_risk,
    square_risk,
)
from feature_learning.training.online_sgd import Rule, online_sgd

TIMES = [0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0]
TEACHER = np.diag([1.0, 0.0, 0.0])


def test_risk_has_its_known_digits():
    along, across = square_limit(3, [*TIMES, 100.0])
    risks = square_limit_risk(along, across, 3)
    digits = [
        float(f"{risk:.{places}g}")
        for risk, places in zip(risks, (5, 5, 5, 5, 5, 4, 3), strict=False)
    ]
    assert digits == [0.56435, 0.36493, 0.10849, 0.015424, 0.0019720, 1.852e-4, 2.08e-5]
    assert round(100 * across[7], 5) == 0.07498
    assert 1e6 * square_limit(3, [1e6])[1][0] == pytest.approx(3 / 40, rel=1e-4)


def test_the_limit_is_the_flow_from_an_isotropic_start():
    along, across = square_limit(3, TIMES)
    flow = population_flow(np.eye(3) / 3, TEACHER[0], TIMES)
    assert flow == pytest.approx(
        np.array([np.diag([one, two, two]) for one, two in zip(along, across, strict=True)]),
        abs=1e-8,
    )
    assert square_risk(flow, TEACHER) == pytest.approx(
        square_limit_risk(along, across, 3), rel=1e-5
    )


def test_risk_is_the_mean_over_inputs():
    second = np.array([[0.5, 0.1, 0.0], [0.1, 0.2, -0.1], [0.0, -0.1, 0.3]])
    x = np.random.default_rng(0).standard_normal((400000, 3))
    errors = np.einsum("ni,ij,nj->n", x, second - TEACHER, x)
    assert square_risk(second, TEACHER) == pytest.approx((errors**2).mean() / 2, rel=0.02)


def test_neurons_moved_by_the_flow_have_the_closed_law():
    """dw/dt = A w on particles, by small Euler steps, against the distribution function at t =
    0.3.
    """
    w = np.random.default_rng(0).standard_normal((4000, 3))
    step = 5e-4
    for _ in range(600):
        second = w.T @ w / (len(w) * 3)
        w = w + step * w @ (2 * ((1 - np.trace(second)) * np.eye(3) + 2 * (TEACHER - second)))
    along, across = (float(one[0]) for one in square_limit(3, [0.3]))
    cosines = w[:, 0] / np.linalg.norm(w, axis=1)
    assert kstest(cosines, lambda u: cosine_cdf(u, along, across)).statistic < 1.63 / np.sqrt(
        len(w)
    )


def test_the_law_starts_flat_and_has_its_density():
    at = np.linspace(-0.99, 0.99, 67)
    assert cosine_cdf(at, 1 / 3, 1 / 3) == pytest.approx((1 + at) / 2)
    slope = (cosine_cdf(at + 1e-6, 0.9, 0.1) - cosine_cdf(at - 1e-6, 0.9, 0.1)) / 2e-6
    assert cosine_density(at, 0.9, 0.1) == pytest.approx(slope, rel=1e-6)
    assert cosine_cdf(np.array([-1.0, 1.0]), 0.9, 0.1).tolist() == [0.0, 1.0]


def test_online_sgd_of_a_wide_network_follows_the_limit():
    """Also: the rows of R in W = O R make the steps of the whole network."""
    width, d = 400, 3
    weights, steps = np.random.default_rng(0).standard_normal((width, d)), [360, 1200]

    def stream():
        rng = np.random.default_rng(1)

        def draw(count):
            x = rng.standard_normal((count, d))
            return x / np.sqrt(d), x[:, 0] ** 2

        return draw

    frame, few = np.linalg.qr(weights)
    whole = [
        w
        for _, w in online_sgd(
            weights, Rule(SQUARE, np.full(width, 1 / width), 1.0), stream(), steps, steps[-1]
        )
    ]
    reduced = [
        w
        for _, w in online_sgd(
            few, Rule(SQUARE, np.full(d, 1 / width), 1.0), stream(), steps, steps[-1]
        )
    ]
    along, across = square_limit(d, [0.3, 1.0])
    for one, two, predicted in zip(
        whole, reduced, square_limit_risk(along, across, d), strict=True
    ):
        assert np.allclose(one, frame @ two, atol=1e-10)
        assert square_risk(one.T @ one / (width * d), TEACHER) == pytest.approx(predicted, rel=0.25)


def test_fluctuations_of_wide_networks_have_the_linearised_size():
    width, runs = 2000, 3000
    rng = np.random.default_rng(0)
    weights = rng.standard_normal((runs, width, 3), dtype=np.float32)
    seconds = (weights.transpose(0, 2, 1) @ weights / (3 * width)).astype(float)
    along, across = square_limit(3, [0.5])
    limit = np.diag([along[0], across[0], across[0]])
    found = 2 * square_risk(population_flow(seconds, TEACHER[0], [0.5])[-1], limit)
    assert width * found.mean() == pytest.approx(fluctuation_constant(3, 0.5), rel=0.08)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: square_limit(1, [1.0]), "dimension 1"),
        (lambda: square_limit(3, [1.0, 0.5]), "must ascend"),
        (lambda: fluctuation_constant(3, -1.0), "at least 0"),
    ],
)
def test_what_makes_no_sense_is_refused(call, message):
    with pytest.raises(UserError, match=message):
        call()
