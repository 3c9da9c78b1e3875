"""The best ridge for raw inputs, untrained and trained features, against the best linear predictor (fig10)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.networks.named import activation
from feature_learning.papers.moniri2023.model import batch, step_size, task_link, weights
from feature_learning.training.giant_step import first_layer_gradient
from feature_learning.training.second_layer import ridge_path


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw the teacher and the initial network."""
    return weights(setting, rng)


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per predictor, alpha and ridge: the test error. Raw inputs and untrained features have alpha = -inf."""
    link, sigma, a = task_link(setting), activation(setting["activation"]), {name: device.put(array) for name, array in instance.items()}
    (inputs, labels), (refit, refit_labels), (test, test_labels) = (
        tuple(map(device.put, batch(setting, link, instance["beta_star"], rng, purpose))) for purpose in ("train", "refit", "test")
    )
    gradient = first_layer_gradient(inputs, inputs @ a["first_layer"].T, labels, a["second_layer"], sigma, device.xp)
    predictors = [("inputs", -np.inf, refit, test)]
    for alpha in (-np.inf, *map(float, setting.grid["alpha"])):
        updated = a["first_layer"] + step_size(setting["n"], alpha) * gradient
        features, test_features = (sigma(x @ updated.T, device.xp) for x in (refit, test))
        predictors.append(("features", alpha, features, test_features))
    ridges = [float(penalty) for penalty in setting.grid["ridge"]]
    for predictor, alpha, features, test_features in predictors:
        readouts = ridge_path(features, refit_labels, [penalty * setting["n"] for penalty in ridges], device.xp)
        errors = device.get(((test_labels[:, None] - test_features @ readouts) ** 2).mean(0))
        for penalty, error in zip(ridges, errors, strict=True):
            yield {"predictor": predictor, "alpha": alpha, "ridge": penalty, "test": float(error)}
