"""Test error against the ridge on raw inputs, untrained and trained features (fig10)."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.networks.named import activation
from feature_learning.papers.moniri2023.shared.fits import moments
from feature_learning.papers.moniri2023.shared.model import draw, shape, step_size, task_link
from feature_learning.papers.moniri2023.shared.networks import NETWORKS, first_step
from feature_learning.papers.moniri2023.shared.population import linear_test_error
from feature_learning.training.second_layer import ridge_path

__all__ = ["barrier", "draw"]


def barrier(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per predictor, alpha and ridge: the test error.

    The predictors are the inputs of the fresh batch, those of both batches, and each network.
    Inputs and untrained features have alpha = -inf.
    """
    link, sigma, beta_star = (
        task_link(setting),
        activation(setting["activation"]),
        draws["beta_star"],
    )
    ridges, n = setting.floats("ridge"), shape(setting).n
    fresh = (draws["refit_inputs"], draws["refit_labels"])
    first = (draws["train_inputs"], draws["train_labels"])
    both = tuple(np.concatenate(parts) for parts in zip(first, fresh, strict=True))
    for predictor, (inputs, labels) in {"inputs": fresh, "inputs, 2n": both}.items():
        readouts = ridge_path(inputs, labels, [ridge * len(labels) for ridge in ridges])
        for ridge, readout in zip(ridges, readouts.T, strict=True):
            error = linear_test_error(readout, beta_star, link)
            yield {"predictor": predictor, "alpha": -np.inf, "ridge": ridge, "test": error}
    inputs, labels = map(device.put, fresh)
    penalties = [ridge * n for ridge in ridges]
    for name in setting.names("network"):
        step = first_step(NETWORKS[name], draws, sigma, device)
        base, slope = inputs @ step.first.T, inputs @ step.gradient.T
        for alpha in (-np.inf, *setting.floats("alpha")):
            eta = step_size(n, alpha)
            population = moments(step, sigma, eta, beta_star, device)
            features = sigma(base + eta * slope, device.xp)
            readouts = device.get(ridge_path(features, labels, penalties, device.xp))
            for ridge, readout in zip(ridges, readouts.T, strict=True):
                error = population.test_error(readout, link)
                yield {"predictor": name, "alpha": alpha, "ridge": ridge, "test": error}
