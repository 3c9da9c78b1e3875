"""Activations: digits of their expansions, derivatives, and the same numbers in torch."""

import math

import numpy as np
import pytest

from feature_learning.networks.activations import (
    ACTIVATIONS,
    ERF,
    PIECEWISE_LINEAR,
    RELU,
    SCALED_ERF,
    SHIFTED_RELU,
    SOFTPLUS,
    SQUARE,
    TANH,
)


def test_shifted_relu_has_its_known_digits():
    """c_0 = 0, c_1 = 1/2, c_2 = 1/(2 sqrt(2 pi)), c_3 = 0, c_4; E sigma^2 = 1/2 - 1/(2 pi); c^2 = E
    sigma^2 - c_1^2.
    """
    c = SHIFTED_RELU.hermite
    assert c[:5] == pytest.approx([0, 0.5, 0.1994711, 0, -0.0166226], abs=6e-8)
    assert c[0] == c[3] == 0.0
    assert c[2] == pytest.approx(1 / (2 * math.sqrt(2 * math.pi)), rel=1e-13)
    assert SHIFTED_RELU.nonlinear == pytest.approx(0.3014051, abs=6e-8)
    assert SHIFTED_RELU.nonlinear == pytest.approx(math.sqrt(0.25 - 1 / (2 * math.pi)), rel=1e-12)
    assert c[1] ** 2 + SHIFTED_RELU.nonlinear**2 == pytest.approx(0.3408451, abs=6e-8)


def test_the_shift_changes_the_constant_only():
    assert RELU.hermite[1:] == pytest.approx(SHIFTED_RELU.hermite[1:], abs=1e-14)
    assert RELU.nonlinear == pytest.approx(SHIFTED_RELU.nonlinear, rel=1e-12)
    assert RELU.hermite[0] == pytest.approx(1 / math.sqrt(2 * math.pi))


@pytest.mark.parametrize("activation", ACTIVATIONS.values(), ids=ACTIVATIONS)
def test_derivative_is_the_slope(activation):
    at = np.linspace(-2, 2, 41)
    at = at[np.abs(at[:, None] - np.array(activation.kinks)).min(axis=1, initial=np.inf) > 1e-3]
    slope = (activation(at + 1e-6) - activation(at - 1e-6)) / 2e-6
    assert activation.derivative(at, np) == pytest.approx(slope, abs=1e-8)


@pytest.mark.parametrize("activation", ACTIVATIONS.values(), ids=ACTIVATIONS)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_torch_gives_the_same_numbers_and_keeps_the_dtype(activation, dtype):
    xp = pytest.importorskip("array_api_compat.torch")
    at = np.linspace(-2, 2, 12, dtype=dtype).reshape(3, 4)
    for found, expected in (
        (activation(xp.asarray(at), xp), activation(at)),
        (activation.derivative(xp.asarray(at), xp), activation.derivative(at, np)),
    ):
        assert found.numpy().dtype == expected.dtype == dtype
        # Two libraries' tanh and exp may differ in the last digits; piecewise linear activations
        # may not.
        precision = 0.0 if activation.kinks else 8 * float(np.finfo(dtype).eps)
        assert found.numpy() == pytest.approx(expected, rel=precision, abs=precision)


def test_smooth_activations_have_their_known_digits():
    """mu_0, mu_1, mu_2; for erf in closed form."""
    for activation, mean, linear, nonlinear in (
        (TANH, 0, 0.605706, 0.165576),
        (ERF, 0, 0.651470, 0.200364),
        (SOFTPLUS, 0.806059, 0.5, 0.146678),
    ):
        assert activation.hermite[:2] == pytest.approx([mean, linear], abs=6e-7)
        assert activation.nonlinear == pytest.approx(nonlinear, abs=6e-7)
    assert ERF.hermite[1] == pytest.approx(2 / math.sqrt(3 * math.pi), rel=1e-12)
    assert ERF.nonlinear**2 == pytest.approx(
        2 / math.pi * math.asin(2 / 3) - 4 / (3 * math.pi), rel=1e-12
    )


def test_erf_in_single_precision_is_a_rational_function():
    from scipy.special import erf

    at = np.concatenate([np.linspace(-7, 7, 200_001), [-np.inf, np.inf, 1e-30]]).astype(np.float32)
    found = ERF(at[:, None])
    assert found.dtype == np.float32
    assert found.shape == (len(at), 1)
    assert np.abs(found[:, 0] - erf(at.astype(float))).max() < 4e-7
    assert np.abs(found).max() <= 1
    small = np.array([1e-30, -1e-6, 1e-3], np.float32)
    assert ERF(small) == pytest.approx(erf(small.astype(float)), rel=3e-7)
    assert np.isnan(ERF(np.array([np.nan], np.float32))).all()
    assert np.array_equal(ERF(np.asfortranarray(at[:6].reshape(2, 3))), ERF(at[:6].reshape(2, 3)))


def test_softplus_does_not_overflow():
    at = np.array([-800.0, 0.0, 800.0])
    assert SOFTPLUS(at) == pytest.approx([0, math.log(2), 800])
    assert SOFTPLUS.derivative(at, np) == pytest.approx([0, 0.5, 1])


def test_erf_square_and_the_ramp_have_their_known_expansions():
    """sigma' at 0 and E[sigma^2] = 1/3 of the scaled erf; z^2 = 1 + H_2; the ramp is symmetric
    about (1, 2.5).
    """
    assert SCALED_ERF.hermite[1] == pytest.approx(1 / math.sqrt(math.pi), rel=1e-9)
    assert SCALED_ERF.hermite[1] ** 2 + SCALED_ERF.nonlinear**2 == pytest.approx(1 / 3, rel=1e-9)
    assert SQUARE.hermite == pytest.approx([1, 0, 1, 0, 0, 0, 0], abs=1e-9)
    assert PIECEWISE_LINEAR(np.array([-3.0, 0.5, 1.0, 1.5, 9.0])).tolist() == [
        -2.5,
        -2.5,
        2.5,
        7.5,
        7.5,
    ]
