"""ReLU units and zig-zag links: known digits, quadrature, Monte Carlo."""

import numpy as np
import pytest

from feature_learning.core.errors import UserError
from feature_learning.data.hermite import gaussian_nodes, hermite_coefficients
from feature_learning.data.links import Link
from feature_learning.data.relu_expansions import (
    orthonormal_hermite,
    relu_coefficients,
    relu_products,
    relu_radial_products,
    step_coefficients,
    step_products,
)
from feature_learning.data.relu_links import link, needed_samples, pure_hermite, zigzag

ALPHA = [
    0.302030,
    -0.114505,
    -0.319869,
    -0.016045,
    0.221755,
    0.056610,
    -0.132318,
    -0.048952,
    0.075088,
]
WHOLE = Link.relu((-1.0, 0.0, 2.0, 3.0), (1.0, -2.0, 2.0, -1.0))


def test_relu_coefficients():
    found = relu_coefficients(np.array(0.5), 4)
    assert found == pytest.approx([0.197797, 0.308538, 0.248948, 0.071865, -0.053899], abs=6e-7)
    draws = np.random.default_rng(0).standard_normal(400_000)
    products = np.maximum(draws - 0.5, 0) * orthonormal_hermite(draws, 4)
    assert (
        np.abs(products.mean(axis=1) - found) < 4.5 * products.std(axis=1) / len(draws) ** 0.5
    ).all()


def test_step_coefficients_against_quadrature():
    nodes, weights = gaussian_nodes([0.7])
    expected = orthonormal_hermite(nodes, 12) @ (weights * (nodes > 0.7))
    assert np.allclose(step_coefficients(np.array(0.7), 12), expected, atol=1e-13)


def test_orthonormal_polynomials_do_not_overflow_and_are_orthonormal():
    assert np.isfinite(orthonormal_hermite(np.array([3.0]), 400)).all()
    nodes, weights = gaussian_nodes()
    values = orthonormal_hermite(nodes, 20)
    assert np.allclose((values * weights) @ values.T, np.eye(21), atol=1e-8)


def test_products_of_units():
    for first, second, expected in (
        ((0.5, 1), (-1, 1), 0.506334),
        ((0.5, 1), (-1, -1), 0.0062565),
        ((-0.5, 1), (-1, -1), 0.206647),
        ((0.5, 1), (1, -1), 0.0),
    ):
        found = relu_products(
            np.array([first[0]]), np.array([first[1]]), np.array([second[0]]), np.array([second[1]])
        )
        assert found[0, 0] == pytest.approx(expected, abs=6e-7)


def test_products_against_monte_carlo_and_quadrature():
    rng = np.random.default_rng(1)
    b, e = rng.standard_normal(8), rng.choice([-1.0, 1.0], 8)
    draws = rng.standard_normal(200_000)
    units = np.maximum(draws[:, None] * e - b, 0)
    products = relu_products(b, e, b, e)
    errors = np.sqrt((units**2).T @ units**2 / len(draws)) / len(draws) ** 0.5
    assert (np.abs(units.T @ units / len(draws) - products) < 4.5 * errors + 1e-9).all()
    nodes, weights = gaussian_nodes(b * e)
    exact = np.maximum(nodes[:, None] * e - b, 0)
    assert np.allclose((exact.T * weights) @ exact, products, atol=1e-12)


def test_radial_products_are_the_derivative_in_the_norm():
    rng = np.random.default_rng(2)
    b, e = rng.standard_normal(6), rng.choice([-1.0, 1.0], 6)
    # relu(e r u - b) = r relu(e u - b/r)
    ahead, behind = (r**2 * relu_products(b / r, e, b / r, e) for r in (1 + 1e-5, 1 - 1e-5))
    assert np.allclose((ahead - behind) / 2e-5, relu_radial_products(b, e), atol=1e-8)


def test_step_products_against_quadrature():
    rng = np.random.default_rng(4)
    b, e = rng.standard_normal(8), rng.choice([-1.0, 1.0], 8)
    nodes, weights = gaussian_nodes(b * e)
    active = (nodes[:, None] * e > b).astype(float)
    assert np.allclose(step_products(b, e, b, e), (active.T * weights) @ active, atol=1e-12)


class TestLink:
    def test_digits_of_the_link_shifted_by_a_half(self):
        expected = [
            -0.322327,
            -0.235542,
            0.205153,
            0.188155,
            -0.114684,
            -0.122720,
            0.060837,
            0.064974,
        ]
        assert zigzag(1, 0.5).coefficients(8)[1:] == pytest.approx(expected, abs=6e-7)
        assert -zigzag(1, 0.5).polynomial[0] == pytest.approx(0.190323, abs=6e-7)
        whole = Link.relu(zigzag(1, 0.5).kinks, zigzag(1, 0.5).weights)
        assert whole.square_norm == pytest.approx(0.317540, abs=6e-7)
        nulls = [link("zigzag-half", s).square_norm for s in (1, 2, 3)]
        assert nulls == pytest.approx([0.281317, 0.177422, 0.121943], abs=6e-7)

    def test_digits(self):
        assert WHOLE.coefficients(8) == pytest.approx(ALPHA, abs=6e-7)
        assert WHOLE.square_norm == pytest.approx(0.294725, abs=6e-7)
        assert [zigzag(s).square_norm for s in (1, 2, 3, 4)] == pytest.approx(
            [0.203503, 0.190391, 0.088075, 0.087817], abs=6e-7
        )
        assert WHOLE(np.array([-1.5, -1.0, 0.0, 1.0, 2.0, 3.0, 4.0])).tolist() == [
            0,
            0,
            1,
            0,
            -1,
            0,
            0,
        ]

    def test_against_the_monic_expansion(self):
        monic = hermite_coefficients(WHOLE, 6, kinks=WHOLE.kinks)
        factorials = np.cumprod([1, 1, 2, 3, 4, 5, 6])
        assert np.allclose(WHOLE.coefficients(6), monic * np.sqrt(factorials), atol=1e-12)

    def test_against_monte_carlo(self):
        draws = np.random.default_rng(3).standard_normal(400_000)
        values = zigzag(3)(draws)
        for statistic, expected in (
            (values**2, zigzag(3).square_norm),
            (values * orthonormal_hermite(draws, 4)[4], ALPHA[4]),
            (values * draws, 0.0),
        ):
            assert statistic.mean() == pytest.approx(
                expected, abs=4.5 * statistic.std() / len(draws) ** 0.5
            )

    @pytest.mark.parametrize("s", [1, 2, 3, 4])
    def test_information_exponents(self, s):
        for found in (zigzag(s), pure_hermite(s)):
            assert np.flatnonzero(found.coefficients(8)[1:])[0] + 1 == s
        assert pure_hermite(s).square_norm == pytest.approx(1, abs=1e-12)

    @pytest.mark.parametrize("target", [zigzag(2), pure_hermite(3)])
    def test_smoothing_shrinks_each_degree(self, target):
        m = np.array([-0.6, 0.3, 0.9])
        nodes, weights = gaussian_nodes()
        found = (target.smoothed(nodes, m) * weights) @ orthonormal_hermite(nodes, 8).T
        assert np.allclose(found, m[:, None] ** np.arange(9) * target.coefficients(8), atol=1e-7)

    def test_bad_input(self):
        for call, message in (
            (lambda: link("zig-zag", 1), "zigzag"),
            (lambda: link("zigzag", 0), "s = 0"),
            (lambda: link("zigzag", 1.5), "s = 1.5"),
        ):
            with pytest.raises(UserError, match=message):
                call()

    def test_needed_samples(self):
        assert [needed_samples(s, 10) for s in (1, 2, 3)] == pytest.approx([100, 10**2.5, 1000])
        assert needed_samples(4, 10) == pytest.approx(1e4)
