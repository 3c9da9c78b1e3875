"""The best ridge for raw inputs, untrained and trained features, against the best linear predictor (fig10)."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.networks.named import activation
from feature_learning.papers.moniri2023.shared.fits import moments
from feature_learning.papers.moniri2023.shared.model import batches, shape, step_size, task_link, weights
from feature_learning.papers.moniri2023.shared.networks import NETWORKS, first_step
from feature_learning.papers.moniri2023.shared.population import linear_test_error
from feature_learning.training.second_layer import ridge_path


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the teacher and the initial network."""
    drawn = weights(setting, rng)
    return {**drawn, **batches(setting, drawn["beta_star"], rng)}


def barrier(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per predictor, alpha and ridge: the test error.

    The predictors are the inputs of the fresh batch, those of both batches, and each network.
    Inputs and untrained features have alpha = -inf.
    """
    link, sigma, beta_star = task_link(setting), activation(setting["activation"]), draws["beta_star"]
    ridges = [float(penalty) for penalty in setting.grid["ridge"]]
    fresh = (draws["refit_inputs"], draws["refit_labels"])
    both = tuple(np.concatenate([draws[f"train_{what}"], own]) for what, own in zip(("inputs", "labels"), fresh, strict=True))
    for predictor, (inputs, labels) in {"inputs": fresh, "inputs, 2n": both}.items():
        readouts = ridge_path(inputs, labels, [penalty * len(labels) for penalty in ridges])
        for penalty, readout in zip(ridges, readouts.T, strict=True):
            yield {"predictor": predictor, "alpha": -np.inf, "ridge": penalty, "test": linear_test_error(readout, beta_star, link)}
    n, (inputs, labels) = shape(setting).n, map(device.put, fresh)
    for name in map(str, setting.grid["network"]):
        step = first_step(NETWORKS[name], draws, sigma, device)
        base, slope = inputs @ step.first.T, inputs @ step.gradient.T
        for alpha in (-np.inf, *map(float, setting.grid["alpha"])):
            eta = step_size(n, alpha)
            population = moments(step, sigma, eta, beta_star, device)
            found = ridge_path(sigma(base + eta * slope, device.xp), labels, [penalty * n for penalty in ridges], device.xp)
            for penalty, readout in zip(ridges, device.get(found).T, strict=True):
                yield {"predictor": name, "alpha": alpha, "ridge": penalty, "test": population.test_error(readout, link)}
