"""Directions on the sphere."""

import numpy as np
import pytest

from feature_learning.core.errors import UserError
from feature_learning.data.covariates import (
    on_sphere,
    spike_scale,
    spiked,
    stratified_gaussian,
    weighted_stratified_gaussian,
)


@pytest.mark.parametrize("shape", [(7,), (5, 3), (2, 4, 6)])
@pytest.mark.parametrize("radius", [1.0, 2.5])
def test_rows_get_their_norm_and_keep_their_direction(shape, radius):
    rows = np.random.default_rng(0).standard_normal(shape)
    found = on_sphere(rows, radius)
    assert np.linalg.norm(found, axis=-1) == pytest.approx(radius * np.ones(shape[:-1]))
    assert (found * rows).sum(-1) == pytest.approx(radius * np.linalg.norm(rows, axis=-1))


def test_gaussian_rows_become_uniform():
    """Second and fourth moments of a coordinate on the sphere in d dimensions: 1/d and
    3/(d(d+2)).
    """
    found = on_sphere(np.random.default_rng(1).standard_normal((40_000, 5)))
    assert (found**2).mean(axis=0) == pytest.approx(np.full(5, 1 / 5), rel=0.03)
    assert (found**4).mean(axis=0) == pytest.approx(np.full(5, 3 / 35), rel=0.04)


def test_stratified_inputs_are_gaussian_and_one_projection_is_even():
    rng, direction = np.random.default_rng(3), np.array([0.6, 0.0, 0.8])
    draws = [stratified_gaussian(500, direction, rng) for _ in range(20)]
    together = np.concatenate(draws)
    assert np.cov(together.T) == pytest.approx(np.eye(3), abs=0.05)
    means = [(draw @ direction) ** 2 for draw in draws]
    assert np.mean(means) == pytest.approx(1, abs=0.01)
    assert np.std([mean.mean() for mean in means]) < 0.2 * np.sqrt(2 / 500)


def test_weighted_inputs_give_exact_means_in_the_tail():
    """``E H_3^2/3! = 1`` lives at projections of 3 to 5, where unweighted inputs have the noise
    that the weights remove.
    """
    direction = np.array([0.6, 0.0, 0.8])
    weighted, plain = [], []
    for seed in range(20):
        rng = np.random.default_rng(seed)
        inputs, weights = weighted_stratified_gaussian(1000, direction, rng)
        weighted.append(
            [
                weights.sum(),
                weights @ _cubic(inputs @ direction),
                weights @ (inputs @ [0.8, 0, -0.6]) ** 2,
            ]
        )
        plain.append(_cubic(stratified_gaussian(1000, direction, rng) @ direction).mean())
    assert np.mean(weighted, axis=0) == pytest.approx([1, 1, 1], abs=0.03)
    assert np.std(weighted, axis=0)[1] < 0.1 * np.std(plain)


def _cubic(z):
    return (z**3 - 3 * z) ** 2 / 6


@pytest.mark.parametrize("strength", [0.0, 0.5, 12.0])
def test_a_spike_adds_its_strength_along_one_direction(strength):
    direction = np.array([0.6, 0.0, 0.8])
    inputs = np.random.default_rng(5).standard_normal((50_000, 3))
    found = spiked(inputs, direction, strength)
    expected = np.eye(3) + strength * np.outer(direction, direction)
    assert np.cov(found.T) == pytest.approx(expected, abs=0.03 * (1 + strength))
    assert found @ direction == pytest.approx(spike_scale(strength) * (inputs @ direction))


@pytest.mark.parametrize("strength", [-0.5, float("nan")])
def test_a_negative_spike_is_refused(strength):
    with pytest.raises(UserError, match=f"theta = {strength:g}"):
        spiked(np.ones((2, 2)), np.array([1.0, 0.0]), strength)
