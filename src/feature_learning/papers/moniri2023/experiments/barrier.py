"""Test error against the ridge on raw inputs, untrained and trained features (fig10)."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.networks.named import activation
from feature_learning.papers.moniri2023.shared.fits import BATCHES, batch_of, moments
from feature_learning.papers.moniri2023.shared.model import draw, shape, step_size, task_link
from feature_learning.papers.moniri2023.shared.networks import NETWORKS, first_step
from feature_learning.papers.moniri2023.shared.population import linear_test_error
from feature_learning.training.second_layer import ridge_path

__all__ = ["barrier", "draw"]


def barrier(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per batch of the regression, predictor, alpha and ridge: the test error.

    The predictors are the inputs of that batch, those of both batches, and each network. Inputs and
    untrained features have alpha = -inf.
    """
    link, sigma, beta_star = (
        task_link(setting),
        activation(setting["activation"]),
        draws["beta_star"],
    )
    ridges, n = setting.floats("ridge"), shape(setting).n
    data = {batch: batch_of(draws, batch) for batch in BATCHES}
    plain = [("inputs", batch, data[batch]) for batch in setting.names("batch")]
    both = (np.concatenate(parts) for parts in zip(*data.values(), strict=True))
    for predictor, batch, (inputs, labels) in [*plain, ("inputs, 2n", "fresh", tuple(both))]:
        readouts = ridge_path(inputs, labels, [ridge * len(labels) for ridge in ridges])
        row = {"predictor": predictor, "batch": batch, "alpha": -np.inf}
        for ridge, readout in zip(ridges, readouts.T, strict=True):
            yield {**row, "ridge": ridge, "test": linear_test_error(readout, beta_star, link)}
    penalties = [ridge * n for ridge in ridges]
    for name in setting.names("network"):
        step = first_step(NETWORKS[name], draws, sigma, device)
        for alpha in (-np.inf, *setting.floats("alpha")):
            rows = step.rows(step_size(n, alpha))
            population = moments(step, sigma, step_size(n, alpha), beta_star, device)
            for batch in setting.names("batch"):
                inputs, labels = map(device.put, data[batch])
                features = sigma(inputs @ rows.T, device.xp)
                readouts = device.get(ridge_path(features, labels, penalties, device.xp))
                row = {"predictor": name, "batch": batch, "alpha": alpha}
                for ridge, readout in zip(ridges, readouts.T, strict=True):
                    yield {**row, "ridge": ridge, "test": population.test_error(readout, link)}
