"""
Kernel ridge regression on spiked data at a ridge that does not grow: the plateaus of its risk.

Statement (talk on structured data, theorem on kernels). With theta = d^gamma and l the learned
degree, R - ||P_{>l} f||^2 = o(1) for the kernel g(<x, y>/d) and (K + lambda I)^-1.

Derivation. What is not learned, u = P_{>l} f plus noise of variance s^2, is a function of the
spike's coordinate, which the isotropic coordinates X (n x d) do not see. In these the kernel is
X X^T/d + c I with c = g(1) - g(0) - g'(0), g'(0) = 1, so the fit predicts the mean square
|u|^2 v, v = (1/d) tr A (A + lambda + c)^-2, A = X^T X/d, an integral over the Marchenko-Pastur law.
The risk is ||P_{>l} f||^2 + (||P_{>l} f||^2 + s^2) v.

What comes out. g = sum_{j <= 4} t^j/j!, lambda = 3, n = 2 d, s = 0.1: v = 0.0514, so that the
plateau of (h_1 + h_4)/sqrt(2) is 0.5262 and not 0.5. Kernel ridge regression with d = 500 fits
independent labels of variance 1 with the mean square 0.053. At lambda = 30 the excess is 0.0009.

Where the document is right. For a ridge that grows with d, such as log d, v goes to 0.
"""

from math import factorial

import numpy as np
import pytest
from numpy.polynomial.polynomial import polyval
from scipy.integrate import quad

COEFFICIENTS = [1 / factorial(j) for j in range(5)]
EXTRA = sum(COEFFICIENTS[2:])
D, RATIO, RIDGE, NOISE = 500, 2, 3.0, 0.1
RNG = np.random.default_rng(0)


def variance_factor(ridge):
    """The integral over the law of Marchenko and Pastur."""
    low, high = (np.sqrt(RATIO) - 1) ** 2, (np.sqrt(RATIO) + 1) ** 2

    def integrand(s):
        return np.sqrt((high - s) * (s - low)) / (2 * np.pi) / (s + ridge + EXTRA) ** 2

    return quad(integrand, low, high)[0]


def weights(inputs, fresh, ridge):
    """The matrix that takes labels to predictions at fresh inputs."""
    gram, across = (polyval(each @ inputs.T / D, COEFFICIENTS) for each in (inputs, fresh))
    return np.linalg.solve(gram + ridge * np.eye(len(inputs)), across.T).T


def test_independent_labels_are_fitted_as_the_integral_says():
    inputs, fresh = (RNG.standard_normal((n, D)) for n in (RATIO * D, 300))
    found = (weights(inputs, fresh, RIDGE) ** 2).sum(axis=1).mean()
    assert variance_factor(RIDGE) == pytest.approx(0.0514, abs=1e-4)
    assert found == pytest.approx(variance_factor(RIDGE), rel=0.05)


def test_the_plateau_is_above_the_printed_one():
    unlearned = 0.5 + NOISE**2
    assert 0.5 + unlearned * variance_factor(RIDGE) == pytest.approx(0.5262, abs=1e-4)


def test_a_large_ridge_has_the_printed_plateau():
    assert 0.51 * variance_factor(30.0) == pytest.approx(0.0009, abs=1e-4)
