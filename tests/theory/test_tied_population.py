"""Population loss of tied networks: known digits, Monte Carlo, and the empirical descent at many
samples.
"""

import numpy as np
import pytest

from feature_learning.core.errors import UserError
from feature_learning.data.relu_links import pure_hermite, zigzag
from feature_learning.theory.population_descent import PopulationDescent
from feature_learning.theory.tied_population import TiedPopulation, wide
from feature_learning.training.tied_network import Segments, TiedNetworks

TOY = TiedPopulation(np.array([-2, -1, -0.5, 0, 0.25, 0.5, 1, 1.5, 2, 3]), np.tile([1.0, -1.0], 5))
WIDE = wide(10.0)


@pytest.mark.parametrize(
    ("s", "half", "whole", "slope", "speed", "risk"),
    [
        (1, 0.195815, 0.085275, -0.050933, -0.210464, 2.819382),
        (2, 0.185629, 0.082997, -0.039674, -0.175314, 2.794682),
        (3, 0.088053, 0.076944, -0.000364, -0.002263, 2.663841),
    ],
)
def test_toy_network(s, half, whole, slope, speed, risk):
    target = zigzag(s)
    g = TOY.correlations(target, [0.5, 1.0, 0.3])
    assert TOY.least_loss(g[:2], 0.01, target.square_norm) == pytest.approx([half, whole], abs=6e-7)
    assert TOY.slope(target, [0.5], 0.01) == pytest.approx([slope], abs=6e-7)
    c, m = np.ones((1, 1, 10)), np.array([[0.3]])
    assert (1 - m**2) * PopulationDescent([TOY], [target]).force(m, c) == pytest.approx(
        speed, abs=6e-7
    )
    assert TOY.excess(c[0, 0], g[2], target.square_norm) == pytest.approx(risk, abs=6e-7)


def panels(bends):
    """Gauss-Legendre points and weights on [-9, 9] in panels that end at the bends."""
    edges = np.unique([*np.linspace(-9, 9, 19), *bends])
    x, weight = np.polynomial.legendre.leggauss(20)
    half = np.diff(edges)[:, None] / 2
    return (edges[:-1, None] + half * (x + 1)).ravel(), (half * weight).ravel()


@pytest.mark.parametrize("s", [1, 2, 3])
@pytest.mark.parametrize(
    "m", [-0.7, 0.1, 0.5]
)  # the series of the force is cut, which shows at 0.9
def test_the_gradient_on_the_sphere_against_a_quadrature_in_two_dimensions(s, m):
    target, c = zigzag(s), np.random.default_rng(s).standard_normal(10)
    u, weight = panels(TOY.signs * TOY.offsets)
    z, other = panels(target.kinks)
    root = np.sqrt(1 - m**2)
    square = (u[:, None] ** 2 - 2 * m * u[:, None] * z + z**2) / root**2
    density = weight[:, None] * other * np.exp(-square / 2) / (2 * np.pi * root)
    slope = (TOY.signs * u[:, None] > TOY.offsets) @ (c * TOY.signs) / np.sqrt(10)
    across = (z - m * u[:, None]) / root
    found = 2 * (density * target(z) * slope[:, None] * across).sum()
    force = PopulationDescent([TOY], [target]).force(np.array([[m]]), c[None, None])
    assert root * force[0, 0] == pytest.approx(found, rel=1e-8)


@pytest.mark.parametrize(
    ("s", "radial", "end"), [(1, 3.0677, -0.005319), (2, 3.0556, 0.046638), (3, 3.0085, 0.293711)]
)
def test_the_descent_as_the_code_steps(s, radial, end):
    descent, c, m = PopulationDescent([TOY], [zigzag(s)]), np.ones((1, 1, 10)), np.array([[0.3]])
    # These digits are of a quadrature that is good to 4e-4; ours is in closed form and has its own
    # test below.
    assert descent.radial(m, c) == pytest.approx(radial, abs=5e-4)
    for _ in range(20):
        m, c = descent.step(m, c, 0.1, 0.0, 0.01, radial=True)
    assert m == pytest.approx(end, abs=1e-5)


def test_the_radial_derivative_and_the_excess_against_monte_carlo():
    rng, target, m = np.random.default_rng(0), zigzag(2), 0.3
    truth, other = rng.standard_normal((2, 2_000_000))
    u = m * truth + np.sqrt(1 - m**2) * other
    c = np.ones(10)
    network, slope = np.zeros_like(u), np.zeros_like(u)
    for b, e in zip(TOY.offsets, TOY.signs, strict=True):
        active = e * u > b
        network += active * (e * u - b) / np.sqrt(10)
        slope += active * e / np.sqrt(10)
    residual = network - target(truth)
    samples = 2 * residual * u * slope
    found = PopulationDescent([TOY], [target]).radial(np.array([[m]]), c[None, None])[0, 0]
    assert found == pytest.approx(samples.mean(), abs=4 * samples.std() / 2e6**0.5)
    squares = residual**2
    expected = TOY.excess(c, TOY.correlations(target, [m])[0], target.square_norm)
    assert expected == pytest.approx(squares.mean(), abs=4 * squares.std() / 2e6**0.5)


def test_infinite_width():
    assert np.linalg.eigvalsh(wide(10.0, 400).gram)[::-1][:5] == pytest.approx(
        [49.854, 0.47763, 0.0057437, 0.0010315, 0.000338], rel=2e-3
    )
    expected = {
        1: ([0.20350, 0.20205, 0.19789, 0.18743, 0.16364, 0.14236], -0.032594, 0.1856),
        2: ([0.19039, 0.19009, 0.18799, 0.18060, 0.16090, 0.14204], -0.019771, 0.1833),
        3: ([0.08807, 0.08807, 0.08807, 0.08795, 0.08690, 0.08476], -0.000118, 0.0877),
    }
    for s, (losses, slope, end) in expected.items():
        target = zigzag(s)
        g = WIDE.correlations(target, [0, 0.3, 0.5, 0.7, 0.9, 1])
        assert WIDE.least_loss(g, 0.01, target.square_norm) == pytest.approx(losses, abs=6e-6)
        assert WIDE.least_loss(g[-1:], 0.1, target.square_norm) == pytest.approx([end], abs=6e-5)
        assert WIDE.slope(target, [0.5], 0.01) == pytest.approx([slope], abs=6e-7)


@pytest.mark.parametrize(
    ("s", "power", "times"),
    [(1, 1.1, (44, 61, 111)), (2, 2.98, (150, 353, 2371)), (3, 6.2, (1.3e6, 8e6, 7e7))],
)
def test_escape(s, power, times):
    m = np.array([0.1, 0.17])
    speed = -(1 - m**2) * WIDE.slope(zigzag(s), m, 0.01)
    assert np.log(speed[1] / speed[0]) / np.log(1.7) == pytest.approx(power, abs=0.06)
    found = [WIDE.optimal_flow(zigzag(s), ridge, 0.1, 0.9)[0][-1] for ridge in (1e-3, 1e-2, 1e-1)]
    assert found == pytest.approx(times, rel=0.05 if s == 3 else 0.012)


@pytest.mark.parametrize("target", [zigzag(1), zigzag(3), pure_hermite(2)])
def test_correlations_are_the_series_inside_and_continuous_at_the_ends(target):
    m = np.array([-0.7, -0.2, 0.0, 0.4, 0.7])
    series = (m[:, None] ** np.arange(61)) @ TOY.link_modes(target)
    assert np.allclose(TOY.correlations(target, m), series, atol=1e-9)
    for end in (-1.0, 1.0):
        near, at = TOY.correlations(target, [end * (1 - 1e-7), end])
        assert np.allclose(near, at, atol=1e-5)


def test_correlations_near_the_ends_against_a_longer_series():
    rng = np.random.default_rng(3)
    long = TiedPopulation(3 * rng.standard_normal(20), rng.choice([-1.0, 1.0], 20), degree=1500)
    m = np.array([0.97, 0.99])
    series = (m[:, None] ** np.arange(1501)) @ long.link_modes(zigzag(2))
    assert np.allclose(long.correlations(zigzag(2), m), series, atol=1e-8)


@pytest.mark.parametrize(
    ("s", "half", "whole", "slope"),
    [
        (1, 0.253810, 0.093123, -0.123627),
        (2, 0.174603, 0.090790, -0.024553),
        (3, 0.121730, 0.091788, -0.002758),
    ],
)
def test_toy_network_with_the_link_shifted_by_a_half(s, half, whole, slope):
    target = zigzag(s, 0.5)
    assert TOY.least_loss(
        TOY.correlations(target, [0.5, 1.0]), 0.01, target.square_norm
    ) == pytest.approx([half, whole], abs=6e-7)
    assert TOY.slope(target, [0.5], 0.01) == pytest.approx([slope], abs=6e-7)


@pytest.mark.parametrize(
    ("s", "losses", "power", "times"),
    [
        (1, [0.28132, 0.25957, 0.20829, 0.18970], 0.97, (17, 13)),
        (2, [0.17742, 0.17722, 0.17469, 0.17281], 2.98, (4317, 640)),
        (3, [0.12194, 0.12194, 0.12157, 0.12110], 5.00, (1.12e6, 1.23e5)),
    ],
)
def test_infinite_width_and_escape_with_the_link_shifted_by_a_half(s, losses, power, times):
    target, m = zigzag(s, 0.5), np.array([0.1, 0.17])
    assert WIDE.least_loss(
        WIDE.correlations(target, [0, 0.5, 0.9, 1]), 0.1, target.square_norm
    ) == pytest.approx(losses, abs=6e-6)
    speed = -(1 - m**2) * WIDE.slope(target, m, 0.1)
    assert np.log(speed[1] / speed[0]) / np.log(1.7) == pytest.approx(power, abs=0.006)
    found = [WIDE.optimal_flow(target, ridge, 0.1, 0.9)[0][-1] for ridge in (1e-1, 1e-2)]
    assert found == pytest.approx(times, rel=0.02)


def test_slope_is_the_derivative_of_the_least_loss():
    target = zigzag(2)
    ahead, behind = TOY.least_loss(
        TOY.correlations(target, [0.4 + 1e-5, 0.4 - 1e-5]), 1e-2, target.square_norm
    )
    assert TOY.slope(target, [0.4], 1e-2) == pytest.approx([(ahead - behind) / 2e-5], abs=1e-7)


def test_the_floor_of_a_hundred_neurons():
    """R(1): median .0007 and mean .0022 over 60 draws; heavy tails, so the digits are one
    sample's.
    """
    rng, floors, target = np.random.default_rng(0), [], zigzag(1)
    for _ in range(60):
        one = TiedPopulation(10 * rng.standard_normal(100), rng.choice([-1.0, 1.0], 100))
        floors.append(one.least_loss(one.correlations(target, [1.0]), 1e-9, target.square_norm)[0])
    assert 3e-4 < np.median(floors) < 2e-3
    assert 1e-3 < np.mean(floors) < 5e-3


def test_population_descent_is_the_empirical_one_at_many_samples():
    rng, target = np.random.default_rng(4), zigzag(1)
    offsets, signs = 2 * rng.standard_normal(30), rng.choice([-1.0, 1.0], 30)
    inputs = rng.standard_normal((100_000, 3))
    networks = TiedNetworks(Segments(offsets, signs), inputs, target(inputs[:, 0])[None])
    descent = PopulationDescent([TiedPopulation(offsets, signs)], [target])
    theta, c = np.array([[0.4, np.sqrt(1 - 0.16), 0.0]]), rng.standard_normal((1, 30))
    m, second = np.array([[0.4]]), c[None]
    for _ in range(40):
        _, in_theta, in_c = networks.gradients(theta, c, second=True)
        theta, c = theta - 0.1 * in_theta, c - 0.01 * (in_c + 0.2 * c)
        theta /= np.linalg.norm(theta)
        m, second = descent.step(m, second, 0.1, 0.01, 0.1, radial=True)
    assert theta[0, 0] == pytest.approx(m[0, 0], abs=0.02)
    assert np.allclose(c, second[0], atol=0.05)


def test_networks_with_neurons_of_their_own_descend_as_they_do_alone():
    rng, links = np.random.default_rng(6), [zigzag(1, 0.5), zigzag(3, 0.5)]
    inits = [
        TiedPopulation(2 * rng.standard_normal(10), rng.choice([-1.0, 1.0], 10)) for _ in range(3)
    ]
    m, c = rng.uniform(-0.5, 0.5, (3, 2)), rng.standard_normal((3, 2, 10))
    together, second = PopulationDescent(inits, links).step(m, c, 0.3, 0.01, 0.1, radial=True)
    for network, own in enumerate(inits):
        for column, target in enumerate(links):
            part = (slice(network, network + 1), slice(column, column + 1))
            alone, other = PopulationDescent([own], [target]).step(
                m[part], c[part], 0.3, 0.01, 0.1, radial=True
            )
            assert together[network, column] == pytest.approx(alone[0, 0], abs=1e-13)
            assert np.allclose(second[network, column], other[0, 0], atol=1e-13)


def test_overlaps_beyond_one_are_refused():
    with pytest.raises(UserError, match="overlaps"):
        TOY.correlations(zigzag(1), [1.2])
