"""The best ridge for raw inputs, untrained and trained features, against the best linear predictor (fig10)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.networks.named import activation
from feature_learning.papers.moniri2023.fits import moments
from feature_learning.papers.moniri2023.model import batches, shape, step_size, task_link, weights
from feature_learning.papers.moniri2023.networks import NETWORKS, first_step
from feature_learning.papers.moniri2023.population import linear_test_error
from feature_learning.training.second_layer import ridge_path


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw the teacher and the initial network."""
    return weights(setting, rng)


def data(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams) -> dict[str, np.ndarray]:
    """Draw the batch of the step and the fresh batch of the ridge regression."""
    return batches(setting, instance["beta_star"], rng)


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per predictor, alpha and ridge: the test error.

    The predictors are the inputs of the fresh batch, those of both batches, and each network.
    Inputs and untrained features have alpha = -inf.
    """
    link, sigma, beta_star = task_link(setting), activation(setting["activation"]), instance["beta_star"]
    ridges = [float(penalty) for penalty in setting.grid["ridge"]]
    fresh = (instance["refit_inputs"], instance["refit_labels"])
    both = tuple(np.concatenate([instance[f"train_{what}"], own]) for what, own in zip(("inputs", "labels"), fresh, strict=True))
    for predictor, (inputs, labels) in {"inputs": fresh, "inputs, 2n": both}.items():
        readouts = ridge_path(inputs, labels, [penalty * len(labels) for penalty in ridges])
        for penalty, readout in zip(ridges, readouts.T, strict=True):
            yield {"predictor": predictor, "alpha": -np.inf, "ridge": penalty, "test": linear_test_error(readout, beta_star, link)}
    n, (inputs, labels) = shape(setting).n, map(device.put, fresh)
    for name in map(str, setting.grid["network"]):
        step = first_step(NETWORKS[name], instance, sigma, device)
        base, slope = inputs @ step.first.T, inputs @ step.gradient.T
        for alpha in (-np.inf, *map(float, setting.grid["alpha"])):
            eta = step_size(n, alpha)
            population = moments(step, sigma, eta, beta_star, device)
            found = ridge_path(sigma(base + eta * slope, device.xp), labels, [penalty * n for penalty in ridges], device.xp)
            for penalty, readout in zip(ridges, device.get(found).T, strict=True):
                yield {"predictor": name, "alpha": alpha, "ridge": penalty, "test": population.test_error(readout, link)}
