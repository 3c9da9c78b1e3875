"""Inner-product kernels: values, derivatives, and what they cannot see."""

import math

import numpy as np
import pytest

from feature_learning.core.errors import UserError
from feature_learning.kernels.inner_product import (
    InnerProductKernel,
    named_kernel,
    truncated_exponential,
)

T = np.linspace(-1.5, 2.5, 9)


def test_values_and_derivatives_are_the_polynomial_s():
    kernel = truncated_exponential(4)
    assert kernel(T) == pytest.approx(sum(T**j / math.factorial(j) for j in range(5)))
    assert kernel.derivative(1)(T) == pytest.approx(truncated_exponential(3)(T))
    assert kernel.derivative(2)(T) == pytest.approx(
        (kernel(T + 1e-4) - 2 * kernel(T) + kernel(T - 1e-4)) / 1e-8, rel=1e-6
    )


def test_the_expansion_around_a_point_is_the_same_function():
    kernel = InnerProductKernel("some", (0.5, 0.0, 2.0, 1.0))
    assert np.polynomial.polynomial.polyval(T, kernel.around(0.7)) == pytest.approx(kernel(0.7 + T))


def test_the_kernel_matrix_is_positive_semidefinite():
    inputs = np.random.default_rng(0).standard_normal((40, 6))
    gram = named_kernel("exp-4")(inputs @ inputs.T / 6)
    assert np.linalg.eigvalsh(gram).min() > -1e-10 * np.abs(gram).max()


def test_a_kernel_that_cannot_see_a_degree_is_refused_by_name():
    even = InnerProductKernel("even", (1.0, 0.0, 1.0))
    even.require([0, 2])
    with pytest.raises(
        UserError, match="kernel even has no coefficient of degree 1, 3, which the target needs"
    ):
        even.require([1, 2, 3])


def test_negative_coefficients_and_unknown_names_are_refused():
    with pytest.raises(UserError, match="none negative"):
        InnerProductKernel("odd", (1.0, -1.0))
    with pytest.raises(UserError, match="exp-4"):
        named_kernel("exp4")
