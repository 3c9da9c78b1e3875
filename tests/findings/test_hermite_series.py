"""
Hermite series of the gradient along the target's direction: the factor of each term.

Statement (talk on structured data, "limitation under isotropic data"; the slides on spiked data and
on the mean-field regime repeat it). With sigma = sum alpha_i He_i, f = sum alpha*_i He_i and |w| =
1, E[x sigma'(<w, x>) f(<b, x>)] = b E[f' sigma'] + w E[...], and the part of b is printed as
sum_i (i + 1)^2 alpha_(i+1) alpha*_(i+1) <w, b>^i.

Derivation. E[He_i(u) He_j(v)] = 1{i = j} i! rho^i for normal u, v of correlation rho.
- He_i probabilists' (the usual meaning of the symbol): He_i' = i He_(i-1), so term i has the
  factor (i + 1)^2 i!: i! is missing.
- He_i divided by sqrt(i!) (orthonormal): h_i' = sqrt(i) h_(i-1), so term i has the factor i + 1,
  and the printed factor is too large by i + 1. A footnote of the same talk has this right form,
  sum_j j alpha_j alpha*_j omega^(j-1).
- alpha_i divided by i! (alpha_i = E sigma^(i)): the factor is 1/i!.
The print is right under none of the three; probabilists' and print agree for i = 0 and 1.

What comes out. For sigma = tanh(t + 1/2), f = (h_1 + h_2 + h_3 + h_4)/2 and <w, b> = 0.6:
probabilists' exact 0.1561, derived 0.1561, printed 0.1251, sampled gradient 0.155 +- 0.002;
orthonormal exact 0.1735, derived 0.1735, printed 0.0562, sampled gradient 0.173 +- 0.001.

Where the document is right. The factors do not depend on d and are not zero: information exponent,
the orders d^(-(k-1)/2) of the gradient and the n = d^k built on them are unchanged.
"""

from math import factorial

import numpy as np
import pytest
from numpy.polynomial.hermite_e import hermegauss, hermeval

NODES, WEIGHTS = hermegauss(80)
WEIGHTS = WEIGHTS / WEIGHTS.sum()
RHO = 0.6
FACTORIALS = np.array([factorial(i) for i in range(6)], dtype=float)

# Coefficients of f in probabilists' He_i for the two meanings of (h_1 + h_2 + h_3 + h_4)/2.
TARGETS = {
    "probabilists'": np.array([0, 1, 1, 1, 1]) / 2,
    "orthonormal": np.array([0, 1, 1, 1, 1]) / 2 / np.sqrt(FACTORIALS[:5]),
}


def slope(t):
    return 1 / np.cosh(t + 0.5) ** 2


def coefficients(normalisation):
    """alpha_1..alpha_4 and alpha*_1..alpha*_4 by quadrature, in polynomials of a normalisation."""
    f = hermeval(NODES, TARGETS[normalisation])
    he = np.array([hermeval(NODES, np.eye(5)[i]) for i in range(1, 5)])
    root = FACTORIALS[1:5] if normalisation == "probabilists'" else np.sqrt(FACTORIALS[1:5])
    return (he * WEIGHTS) @ np.tanh(NODES + 0.5) / root, (he * WEIGHTS) @ f / root


def series(normalisation, factor, rho=RHO):
    alpha, star = coefficients(normalisation)
    return sum(factor(i) * alpha[i] * star[i] * rho**i for i in range(4))


def printed(i):
    return (i + 1) ** 2


DERIVED = {"probabilists'": lambda i: (i + 1) ** 2 * factorial(i), "orthonormal": lambda i: i + 1}


def quadrature(normalisation, rho=RHO):
    """E[f'(v) sigma'(u)], u and v of correlation rho."""
    u, v = NODES[:, None], rho * NODES[:, None] + np.sqrt(1 - rho**2) * NODES
    derivative = np.polynomial.hermite_e.hermeder(TARGETS[normalisation])
    return np.sum(np.outer(WEIGHTS, WEIGHTS) * slope(u) * hermeval(v, derivative))


def sampled(normalisation, batches=20, size=100_000, d=5):
    """Part of b in sampled gradients, one a batch: projections on b and w, solved for b and w."""
    rng = np.random.default_rng(0)
    b, w = np.eye(d)[0], RHO * np.eye(d)[0] + np.sqrt(1 - RHO**2) * np.eye(d)[1]
    basis, parts = np.stack([b, w]), []
    for _ in range(batches):
        x = rng.normal(size=(size, d))
        gradient = (slope(x @ w) * hermeval(x @ b, TARGETS[normalisation])) @ x / size
        parts.append(np.linalg.solve(basis @ basis.T, basis @ gradient)[0])
    return np.mean(parts), np.std(parts, ddof=1) / np.sqrt(batches)


@pytest.mark.parametrize("normalisation", TARGETS)
@pytest.mark.parametrize("rho", [0.1, RHO, -0.8])
def test_derived_factors_give_the_part_along_the_target(normalisation, rho):
    assert series(normalisation, DERIVED[normalisation], rho) == pytest.approx(
        quadrature(normalisation, rho), rel=1e-6
    )


@pytest.mark.parametrize("normalisation", TARGETS)
def test_the_printed_factors_do_not(normalisation):
    exact = quadrature(normalisation)
    assert abs(series(normalisation, printed) - exact) > 0.05 * abs(exact)


@pytest.mark.parametrize("normalisation", TARGETS)
def test_a_sampled_gradient_decides_for_the_derived_factors(normalisation):
    mean, error = sampled(normalisation)
    assert abs(mean - series(normalisation, DERIVED[normalisation])) < 4 * error
    assert abs(mean - series(normalisation, printed)) > 6 * error


def test_each_term_alone():
    """f = He_(i+1): printed and exact differ by i!, so they agree for i = 0 and 1 only."""
    alpha, _ = coefficients("probabilists'")
    u, v = NODES[:, None], RHO * NODES[:, None] + np.sqrt(1 - RHO**2) * NODES
    for i in range(4):
        exact = np.sum(np.outer(WEIGHTS, WEIGHTS) * slope(u) * (i + 1) * hermeval(v, np.eye(4)[i]))
        assert exact / (printed(i) * alpha[i] * RHO**i) == pytest.approx(factorial(i), rel=1e-5)


def test_the_order_in_d_is_unchanged():
    """Information exponent 3: at overlap d^-1/2, the part of b falls as d^-1 under each factor."""
    alpha, _ = coefficients("probabilists'")
    for d in (100, 400):
        u, v = NODES[:, None], NODES[:, None] / np.sqrt(d) + np.sqrt(1 - 1 / d) * NODES
        exact = np.sum(np.outer(WEIGHTS, WEIGHTS) * slope(u) * 3 * hermeval(v, np.eye(3)[2]))
        assert d * exact == pytest.approx(18 * alpha[2], rel=1e-4)
