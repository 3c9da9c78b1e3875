"""Ends of the flow along the target and decay across it: values, the gradient they follow, and
simulated networks.
"""

import numpy as np
import pytest

from feature_learning.core.errors import UserError
from feature_learning.data.hermite import gaussian_nodes, hermite_coefficients
from feature_learning.data.links import Link
from feature_learning.networks.activations import RELU
from feature_learning.theory.orthogonal_part import OrthogonalPart, decay_exponent
from feature_learning.theory.principal_subspace import end_positions, end_slope, frozen_risk
from feature_learning.training.online_sgd import Rule, online_sgd

READOUT, BIAS = np.array([1.0, -1.0, 0.5, -0.5]), np.array([0.0, 0.5, -0.5, 1.0])
STARTS = np.full(4, 0.1)


def test_ends_without_biases_are_proportional_to_the_readout():
    assert end_slope(1 / 3, np.tanh, 1.0) == pytest.approx(0.279556, abs=1e-6)
    nodes, weights = gaussian_nodes()
    assert weights @ (nodes * np.tanh(nodes)) == pytest.approx(0.6057055, abs=5e-8)
    found = end_positions(READOUT, np.zeros(4), STARTS, np.tanh, 1.0)
    assert found.round(6).tolist() == [0.261927, -0.261927, 0.130963, -0.130963]
    assert found == pytest.approx(end_slope(0.625, np.tanh, 1.0) * READOUT, rel=1e-9)


def test_ends_with_biases():
    found = end_positions(READOUT, BIAS, STARTS, np.tanh, 1.0)
    assert found == pytest.approx([0.312596, -0.341580, 0.0, -0.229334], abs=1e-6)


def test_the_flow_is_the_gradient_of_the_population_risk():
    """A step against central differences of ``m E (yhat - f)^2/2 + (lambda/2) |w|^2`` on panels
    that end at the kinks.
    """
    readout, bias, along = (
        np.array([1.0, -0.7, 0.4]),
        np.array([0.3, 0.5, -0.2]),
        np.array([0.4, -0.3, 0.6]),
    )

    def risk(w):
        z, weights = gaussian_nodes(tuple(-bias / w))
        output = readout @ np.maximum(np.multiply.outer(w, z) + bias[:, None], 0) / 3
        return 3 * (weights @ (output - np.tanh(z)) ** 2) / 2 + 0.8 / 2 * (w @ w)

    gradient = np.array(
        [(risk(along + 1e-5 * unit) - risk(along - 1e-5 * unit)) / 2e-5 for unit in np.eye(3)]
    )
    step = end_positions(readout, bias, along, np.tanh, 0.8, step=1e-3, most=1) - along
    assert step / 1e-3 == pytest.approx(-gradient, abs=2e-3)


def test_dead_neurons_end_at_zero_without_warnings():
    found = end_positions(
        np.array([1.0, 0.5]),
        np.array([0.2, -0.5]),
        np.array([0.1, 0.05]),
        np.tanh,
        1.0,
        step=0.9,
        most=1500,
    )
    assert found[1] == pytest.approx(0.0, abs=1e-9)
    assert not (
        end_positions(np.array([1.0, 1.0]), np.array([-0.5, 0.0]), np.zeros(2), np.tanh, 1.0)
    ).any()


def test_orthogonal_part():
    """To the accuracy of the quadrature's grid; weights that vanish below 1e-12 count as such."""
    ends = end_positions(READOUT, BIAS, STARTS, np.tanh, 1.0)
    flow = OrthogonalPart.about(ends, READOUT, BIAS, np.tanh, 0.5)
    found = flow.curve(lambda number: 2 / (number + 20), 1.0, 10, [0, 10, 100, 1000])
    assert found == pytest.approx([0.9, 0.209725, 0.0201313, 0.00225241], rel=3e-5)
    with pytest.raises(UserError, match="do not ascend"):
        flow.curve(lambda number: 2 / (number + 20), 1.0, 10, [5, 3])


def test_late_orthogonal_part_falls_as_one_over_time():
    flow = OrthogonalPart(np.array([0.0, 0.1, 0.3]), np.array([0.2, 0.1, 0.05]))
    (found,) = flow.curve(lambda number: 2 / (number + 20), 1.0, 30, [200_000])
    expected = 29 / 200_000 * np.mean(4 * flow.drives / (3 + 4 * flow.rates))
    assert found == pytest.approx(expected, rel=1e-3)


def test_simulated_networks_follow_both():
    """Positions along the target, and the mean square of the rest over 60 networks with one readout
    and one set of biases.
    """
    m, d, runs, horizon = 30, 20, 60, 2000
    rng = np.random.default_rng(0)
    readout, bias = rng.uniform(-1, 1, m), rng.uniform(-1, 1, m)
    start = np.repeat(rng.standard_normal((1, m, d)), runs, axis=0) / np.sqrt(d)
    start[..., 1:] = rng.standard_normal((runs, m, d - 1)) / np.sqrt(d)
    rule = Rule(RELU, readout / m, lambda number: 2 * m / (number + 2 * d), 1 / m, bias)

    def draw(count):
        x = rng.standard_normal((runs, count, d))
        return x, np.tanh(x[..., 0]) + 0.5 * rng.standard_normal((runs, count))

    ends = end_positions(readout, bias, start[0, :, 0], np.tanh, 1.0)
    flow = OrthogonalPart.about(ends, readout, bias, np.tanh, 0.5)
    predicted = flow.curve(lambda number: 2 / (number + 2 * d), 1.0, d, [500, horizon])
    found = [weights for _, weights in online_sgd(start, rule, draw, [500, horizon], horizon)]
    measured = [np.mean(np.sum(weights[..., 1:] ** 2, axis=(1, 2))) / m for weights in found]
    assert measured == pytest.approx(predicted, rel=0.12)
    assert np.corrcoef(found[-1][..., 0].mean(axis=0), ends)[0, 1] > 0.99


def test_exponents():
    assert [decay_exponent(value) for value in (0.0, 0.1, 0.25, 2.0)] == [0.0, -0.2, -0.5, -0.5]


def test_what_polynomials_leave_unexplained():
    def steep(z):
        return np.tanh(5 * z)

    of_steep, of_tanh, cube = (
        Link.of(steep),
        Link.of(np.tanh),
        Link.of(lambda z: z**3 / np.sqrt(15)),
    )
    assert of_steep.square_norm == pytest.approx(0.842962, abs=1e-6)
    shares = [of_steep.beyond(degree) / of_steep.square_norm for degree in (1, 2, 3, 4)]
    assert shares == pytest.approx([0.26862, 0.26862, 0.15423, 0.15423], abs=6e-6)
    assert [of_tanh.beyond(degree) / of_tanh.square_norm for degree in (1, 2)] == pytest.approx(
        [0.06953, 0.06953], abs=6e-6
    )
    assert [cube.beyond(degree) for degree in (1, 2, 3)] == pytest.approx(
        [0.4, 0.4, 0.0], abs=1e-12
    )
    coefficients = hermite_coefficients(steep, 3)
    assert [round(coefficients[1], 5), round(coefficients[3] * np.sqrt(6), 5)] == [
        0.78519,
        -0.31052,
    ]


def test_high_degrees_of_a_function_do_not_drown_in_rounding():
    link = Link.of(lambda z: np.tanh(5 * z))
    powers = link.coefficients(120) ** 2
    assert powers[61] > 1e-6  # its monic coefficient is 1e-45
    assert powers.sum() == pytest.approx(link.square_norm, abs=2e-3)


def test_the_risk_of_a_frozen_readout_is_that_of_a_large_sample():
    readout, bias, at = (
        np.array([1, -1, 0.5, -0.5]),
        np.array([0, 0.5, -0.5, 1.0]),
        np.array([0.3, -0.3, 0.2, -0.2]),
    )
    z = np.random.default_rng(0).standard_normal(400_000)
    output = np.maximum(z[:, None] * at + bias, 0) @ readout / 4
    assert frozen_risk(at, readout, bias, np.tanh) == pytest.approx(
        np.mean((output - np.tanh(z)) ** 2) / 2, rel=0.01
    )
