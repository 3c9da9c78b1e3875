"""The tangent kernel's error from its spectrum: known digits, and the regression itself."""

import math

import numpy as np
import pytest

from feature_learning.data.hermite import gaussian_moment
from feature_learning.data.links import Link
from feature_learning.kernels.ridge import kernel_ridge
from feature_learning.kernels.tangent import relu_tangent
from feature_learning.theory.tangent_kernel import samples_for, tangent_risk, tangent_spectrum

CUBE = Link.of(lambda z: z**3 / math.sqrt(15))
RIDGES = np.geomspace(1e-5, 100, 29)


@pytest.mark.parametrize(
    ("d", "n", "error"),
    [(100, 1600, 0.4300), (60, 960, 0.431), (30, 480, 0.432), (15, 1920, 0.159)],
)
def test_known_errors_on_the_cube(d, n, error):
    assert tangent_risk(CUBE, d, n, RIDGES, 0.1) == pytest.approx(error, abs=6e-4)


@pytest.mark.parametrize(
    ("p", "dimensions", "expected"),
    [
        (1, (10, 20, 40, 80), (8, 14, 27, 52)),
        (3, (6, 8, 11, 15, 20, 30), (131, 275, 642, 1496, 3332, 10522)),
        (5, (6, 8, 11, 15), (943, 2870, 10617, 40682)),
    ],
)
def test_samples_for_half_of_the_highest_degree(p, dimensions, expected):
    link = Link.of(lambda z: z**p / math.sqrt(gaussian_moment(2 * p)))
    level = link.beyond(p - 1) / link.beyond(0) / 2
    assert [samples_for(link, level, d, RIDGES, 0.1) for d in dimensions] == pytest.approx(
        expected, rel=6e-3, abs=0.5
    )


def test_the_spectrum_has_the_kernel_s_trace_and_its_eigenvalues():
    d, rng = 8, np.random.default_rng(0)
    spectrum = tangent_spectrum(d)
    x = rng.standard_normal((3000, d))
    x *= math.sqrt(d) / np.linalg.norm(x, axis=1, keepdims=True)
    values = np.linalg.eigvalsh(relu_tangent(x, x))[::-1] / len(x)
    assert spectrum.trace == pytest.approx(2, abs=1e-9)
    assert spectrum.eigenvalues[0] == pytest.approx(values[0], rel=0.01)
    assert spectrum.eigenvalues[1] == pytest.approx(values[1 : d + 1].mean(), rel=0.02)


def test_regression_on_the_sphere_has_the_predicted_error():
    d, n, rng = 12, 500, np.random.default_rng(1)

    def inputs(count):
        x = rng.standard_normal((count, d))
        return x * math.sqrt(d) / np.linalg.norm(x, axis=1, keepdims=True)

    linear, found = Link.monic(0, 1), []
    for _ in range(6):
        x, fresh = inputs(n), inputs(4000)
        y = x[:, 0] + 0.5 * rng.standard_normal(n)
        solutions = kernel_ridge(relu_tangent(x, x), y, [1.0])
        found.append(np.mean((relu_tangent(fresh, x) @ solutions[:, 0] - fresh[:, 0]) ** 2))
    assert np.mean(found) == pytest.approx(tangent_risk(linear, d, n, [1.0], 0.5), rel=0.1)
