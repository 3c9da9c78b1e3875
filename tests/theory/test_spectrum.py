"""Limiting spectra: digits of the density and its edge, moments, and singular values of random
matrices.
"""

import mpmath
import numpy as np
import pytest

from feature_learning.core.errors import UserError
from feature_learning.data.covariates import on_sphere
from feature_learning.networks.activations import SHIFTED_RELU
from feature_learning.theory.marchenko_pastur import edges, singular_value_density
from feature_learning.theory.random_features import RandomFeatures

C1, C = float(SHIFTED_RELU.hermite[1]), SHIFTED_RELU.nonlinear
MODEL = RandomFeatures(0.3, 0.6, C1, C)


@pytest.mark.parametrize(
    ("x", "density"), [(0.1, 1.347028), (0.5, 0.2204655), (1.0, 0.0991220), (1.5, 0.0471329)]
)
def test_density_has_its_known_digits(x, density):
    assert MODEL.eigenvalue_density(np.array([x]))[0] == pytest.approx(density, abs=6e-7)


def _high_precision_edge() -> float:
    """The largest eigenvalue at which the quartic for M1 has a double root: bisection on its
    complex pair, 40 digits.
    """
    with mpmath.workdps(40):
        a, b = mpmath.mpf(1) / 4, mpmath.mpf(1) / 4 - 1 / (2 * mpmath.pi)
        phi, psi = mpmath.mpf(3) / 10, mpmath.mpf(6) / 10

        def quartic(x):
            def value(m):
                tau = 1 - psi / phi * (1 + x * m)
                spread = 1 + tau * a * m / psi
                return tau * (spread * (1 + b * m) + a * m) - spread

            nodes = [mpmath.mpf(k) for k in range(-2, 3)]
            matrix = mpmath.matrix([[node**power for power in range(4, -1, -1)] for node in nodes])
            return list(mpmath.lu_solve(matrix, mpmath.matrix([value(node) for node in nodes])))

        low, high = mpmath.mpf("1.8"), mpmath.mpf("2.1")
        for _ in range(60):
            middle = (low + high) / 2
            roots = mpmath.polyroots(quartic(middle), maxsteps=200, extraprec=200)
            inside = max(abs(mpmath.im(root)) for root in roots) > mpmath.mpf(10) ** -12
            low, high = (middle, high) if inside else (low, middle)
        return float(mpmath.sqrt(low))


def test_bulk_edge_has_its_digits():
    """1.3800786 (eigenvalue 1.9046170).

    Iterating the fixed point just above the real axis, as is often done, ends at 1.380086: the
    damping smears the edge by a few 1e-6. Forty digits side with the quartic.
    """
    assert MODEL.bulk_edge == pytest.approx(1.3800786136563, abs=1e-9)
    assert MODEL.bulk_edge == pytest.approx(_high_precision_edge(), abs=1e-9)
    assert MODEL.bulk_edge == pytest.approx(1.380086, abs=1e-5)


def bulk(model, points=600):
    """Gauss-Legendre nodes, weights and the density per n in singular values, which stays bounded
    at a hard edge.
    """
    at, weight = np.polynomial.legendre.leggauss(points)
    at, weight = (at + 1) / 2 * model.bulk_edge, weight / 2 * model.bulk_edge
    return at, weight, 2 * at * model.eigenvalue_density(at**2)


@pytest.fixture(scope="module")
def fine():
    """The bulk of `MODEL`."""
    return bulk(MODEL)


@pytest.mark.parametrize(
    ("n", "d", "width"), [(900, 270, 450), (600, 300, 300), (400, 200, 700), (300, 450, 225)]
)
def test_density_has_the_mass_and_the_moments_of_random_matrices(n, d, width):
    model, rng = RandomFeatures(d / n, d / width, C1, C), np.random.default_rng(3)
    at, weight, density = bulk(model, 300)
    assert weight @ density == pytest.approx(min(1.0, width / n), abs=2e-3)
    assert weight @ (at**2 * density) == pytest.approx(width / n * (C1**2 + C**2), rel=1e-3)
    simulated = []
    for _ in range(3):
        first = on_sphere(rng.standard_normal((width, d)))
        f = C1 * rng.standard_normal((n, d)) @ first.T + C * rng.standard_normal((n, width))
        values = np.linalg.eigvalsh(f.T @ f / n if width < n else f @ f.T / n)
        simulated.append([np.sum(values**2) / n, np.sum(values**3) / n, np.sqrt(values[-1])])
    second, third, largest = np.mean(simulated, axis=0)
    assert weight @ (at**4 * density) == pytest.approx(second, rel=0.02)
    assert weight @ (at**6 * density) == pytest.approx(third, rel=0.04)
    assert model.bulk_edge == pytest.approx(largest, rel=0.03)


def test_singular_values_lie_where_the_density_says(fine):
    """The counting function of one random matrix against the integrated density: features of the
    shifted ReLU.
    """
    n, d, width = 800, 240, 400
    rng = np.random.default_rng(4)
    first = on_sphere(rng.standard_normal((width, d)))
    values = np.linalg.svd(
        SHIFTED_RELU(rng.standard_normal((n, d)) @ first.T) / np.sqrt(n), compute_uv=False
    )
    at, weight, density = fine
    counted = np.searchsorted(np.sort(values), at) / n
    assert np.abs(counted - np.cumsum(weight * density)).max() < 0.01


@pytest.mark.parametrize("ridge", [0.05, 0.5, 3.0])
def test_density_integrates_to_the_resolvent(fine, ridge):
    """M1 is the Stieltjes transform of the density, atom included: two routes to one number."""
    at, weight, density = fine
    assert weight @ (density / (at**2 + ridge)) + 0.5 / ridge == pytest.approx(
        MODEL.traces(ridge).m1, rel=1e-4
    )


@pytest.mark.parametrize("x", [1.4, 2.0, 10.0])
def test_the_resolvent_beyond_the_edge_is_the_densitys(fine, x):
    at, weight, density = fine
    expected = weight @ (density / (at**2 - x**2)) - 0.5 / x**2
    assert MODEL.traces_beyond_edge(x).m1 == pytest.approx(expected, rel=1e-4)


def test_inside_the_bulk_there_is_no_outlier_to_look_for():
    with pytest.raises(UserError, match="inside the bulk"):
        MODEL.traces_beyond_edge(0.9 * MODEL.bulk_edge)


@pytest.mark.parametrize("ratio", [0.25, 0.9, 1.0, 5 / 3, 6.0])
def test_marchenko_pastur_mass_and_moment(ratio):
    low, high = edges(ratio)
    at = np.linspace(low, high, 200001)
    density = singular_value_density(at, ratio)
    assert np.trapezoid(density, at) == pytest.approx(min(1.0, ratio), abs=1e-4)
    assert np.trapezoid(density * at**2, at) == pytest.approx(ratio, rel=1e-4)


def test_marchenko_pastur_against_a_random_matrix():
    d, ratio = 300, 5 / 3
    values = np.linalg.svd(
        np.random.default_rng(5).standard_normal((500, d)) / np.sqrt(d), compute_uv=False
    )
    at = np.linspace(*edges(ratio), 2001)
    mass = np.cumsum(singular_value_density(at, ratio)) * (at[1] - at[0])
    assert np.abs(np.searchsorted(np.sort(values), at) / d - mass).max() < 0.015
    assert edges(ratio)[1] == pytest.approx(2.29099, abs=6e-6)
