"""Gradients of single neurons: the noise of a sample without the signal in it."""

import numpy as np
import pytest

from feature_learning.data.covariates import on_sphere
from feature_learning.data.relu_links import pure_hermite
from feature_learning.training.single_neuron import gradient_noise, neuron_gradient

D, N, SAMPLES = 12, 96, 1500


def test_the_noise_has_the_covariance_of_the_gradient_and_none_of_its_mean():
    """Against the spread of gradients over independent samples, where the signal is a third of the
    square.
    """
    rng, start = (
        np.random.default_rng(0),
        on_sphere(np.array([[0.6, *np.full(D - 1, 0.8 / np.sqrt(D - 1))]])),
    )
    gradients, noises = [], []
    for _ in range(SAMPLES):
        inputs = rng.standard_normal((N, D))
        labels = pure_hermite(2)(inputs[:, 0])
        gradients.append(neuron_gradient(inputs, labels, 0.0)(start)[0])
        noises.append(gradient_noise(inputs, labels, 0.0)(start)[0])
    spread = np.var(gradients, axis=0).sum()
    level = np.square(noises).sum(axis=1)
    error = level.std() / np.sqrt(SAMPLES)
    assert level.mean() == pytest.approx(spread, abs=4 * error + 0.05 * spread)
    # with the signal it is far larger
    assert np.square(gradients).sum(axis=1).mean() > 1.25 * spread
    assert np.mean(noises, axis=0) == pytest.approx(0, abs=4 * np.sqrt(spread / SAMPLES))
