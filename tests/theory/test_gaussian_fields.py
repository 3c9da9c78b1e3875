"""Moments of the gradient in Gaussian fields: closed forms, known digits, Monte Carlo."""

import math

import numpy as np
import pytest
from scipy.special import erf

from feature_learning.core.errors import UserError
from feature_learning.networks.activations import Activation
from feature_learning.theory.gaussian_fields import (
    draw_fields,
    erf_moments,
    gram,
    monte_carlo_moments,
)

ERF = Activation(
    "erf",
    lambda x, xp: erf(x / math.sqrt(2)),
    lambda x, xp: np.sqrt(2 / np.pi) * np.exp(-(x**2) / 2),
)
STUDENT = np.array([[0.3, 0.05], [0.05, 0.2]])
OVERLAP = np.array([[0.1, 0.02], [-0.03, 0.15]])
FIELDS = gram(np.eye(2), OVERLAP, STUDENT)
ONES = np.ones(2)


def test_known_digits_of_the_soft_committee():
    eta = 0.5
    moments = erf_moments(FIELDS, ONES, ONES)
    teacher, own = moments.first[:, :2], moments.first[:, 2:]
    assert (eta * teacher).round(6).tolist() == [[0.185238, 0.155124], [0.187028, 0.166203]]
    change = eta * (own + own.T) + eta**2 * moments.second
    assert change.round(6).tolist() == [[-0.005226, -0.00475], [-0.00475, 0.033621]]


def random_fields(r: int, p: int, seed: int) -> np.ndarray:
    factor = np.random.default_rng(seed).standard_normal((r + p, r + p + 2)) / math.sqrt(r + p)
    return factor @ factor.T


@pytest.mark.parametrize(("r", "p", "seed"), [(1, 1, 0), (2, 3, 1), (3, 2, 2)])
def test_closed_forms_are_what_monte_carlo_finds(r, p, seed):
    covariance = random_fields(r, p, seed)
    rng = np.random.default_rng(seed)
    teacher, student = rng.standard_normal(r), rng.standard_normal(p)
    exact = erf_moments(covariance, teacher, student)
    count = 400000
    found = monte_carlo_moments(covariance, lambda z: ERF(z) @ teacher, student, ERF, count, rng)
    assert np.allclose(found.first, exact.first, atol=0.012)
    assert np.allclose(found.second, exact.second, atol=0.02)


def test_fields_have_the_covariance_even_where_it_is_singular():
    mirrored = gram(np.eye(1), np.array([[0.5], [0.5]]), np.full((2, 2), 1.0))
    fields = draw_fields(mirrored, 200001, np.random.default_rng(0))
    assert fields.shape == (200001, 3)
    assert np.allclose(fields.T @ fields / len(fields), mirrored, atol=0.02)
    assert np.allclose(fields[:, 1], fields[:, 2])


def test_chunks_do_not_change_the_law():
    found = monte_carlo_moments(
        FIELDS, lambda z: ERF(z).sum(1), ONES, ERF, 65536 * 3 + 17, np.random.default_rng(1)
    )
    assert np.allclose(found.first, erf_moments(FIELDS, ONES, ONES).first, atol=0.01)


def test_no_covariance_is_refused():
    with pytest.raises(UserError, match="least eigenvalue is -1"):
        draw_fields(np.diag([1.0, -1.0]), 10, np.random.default_rng(0))
