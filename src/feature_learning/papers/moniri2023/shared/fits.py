"""Ridge regression on the features of a model at several step sizes, with exact population errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.networks.activations import Activation
from feature_learning.networks.named import activation
from feature_learning.papers.moniri2023.shared.model import shape, step_size, task_link
from feature_learning.papers.moniri2023.shared.networks import NETWORKS, Step, first_step
from feature_learning.papers.moniri2023.shared.population import Population, neurons
from feature_learning.training.second_layer import ridge


@dataclass(frozen=True)
class Model:
    """Features as functions of the step size.

    Attributes
    ----------
    features
        Those of the batch to fit, (n, width).
    labels : (n,)
        Of that batch.
    population
        Their moments at fresh inputs.
    """

    features: Callable[[float], Any]
    labels: Any
    population: Callable[[float], Population]


def gains(setting: Setting, model: Model, device: Device, degrees: Sequence[int] = (2,)) -> Iterator[dict[str, Any]]:
    """Yield one row per alpha: errors, their gains over the untrained features, and the learned part of each degree.

    Parameters
    ----------
    setting
        Names the ridge, the target and the grid of alpha.
    model
        The features.
    device
        Where the products run.
    degrees
        Of the target, whose learned fractions are recorded.
    """
    n = shape(setting).n
    untrained = fit(setting, model, device, 0.0, degrees)
    for alpha in map(float, setting.grid["alpha"]):
        trained = fit(setting, model, device, step_size(n, alpha), degrees)
        yield {
            "alpha": alpha,
            **trained,
            **{f"untrained_{name}": value for name, value in untrained.items()},
            **{f"{name}_gain": untrained[name] - trained[name] for name in ("objective", "train", "test")},
            "diverged": not np.isfinite(list(trained.values())).all(),
        }


def fit(setting: Setting, model: Model, device: Device, eta: float, degrees: Sequence[int]) -> dict[str, float]:
    """Return the errors of ridge regression after a step of size eta, and the learned parts.

    Parameters
    ----------
    setting, model, device, degrees
        As in `gains`.
    eta
        The step size; 0 for none.
    """
    features, penalty, link = model.features(eta), setting["ridge"], task_link(setting)
    solved = ridge(features, model.labels, penalty * len(model.labels), device.xp)
    residuals = model.labels - features @ device.xp.asarray(solved, dtype=features.dtype)
    readout, population = device.get(solved).astype(float), model.population(eta)
    train_error = float((residuals**2).mean())
    return {
        "objective": train_error + penalty * float(readout @ readout),
        "train": train_error,
        "test": population.test_error(readout, link),
        **{f"learned_h{degree}": population.learned(readout, link, degree) for degree in degrees},
    }


def trained_model(setting: Setting, arrays: Mapping[str, np.ndarray], name: str, device: Device, batch: str = "refit") -> Model:
    """Return the features of one of the three networks after its step.

    Parameters
    ----------
    setting
        Names the activation and the precision.
    arrays
        The instance: weights and batches.
    name
        A key of `NETWORKS`.
    device
        Where the products run.
    batch
        The purpose of the batch to fit.
    """
    sigma = activation(setting["activation"])
    step = first_step(NETWORKS[name], arrays, sigma, device, setting["dtype"])
    inputs = device.put(arrays[f"{batch}_inputs"].astype(setting["dtype"]))
    # Pre-activations are linear in eta: two products serve every alpha.
    base, slope = inputs @ step.first.T, inputs @ step.gradient.T

    def features(eta: float) -> Any:
        fields = eta * slope
        fields += base
        return sigma(fields, device.xp)

    labels = device.put(arrays[f"{batch}_labels"].astype(setting["dtype"]))
    return Model(features, labels, lambda eta: moments(step, sigma, eta, arrays["beta_star"], device))


def moments(step: Step, sigma: Activation, eta: float, beta_star: np.ndarray, device: Device) -> Population:
    """Return the moments of the features after a step of size eta.

    Parameters
    ----------
    step
        The step.
    sigma
        The activation.
    eta
        The step size.
    beta_star : (d,)
        The teacher's direction.
    device
        Where the step's arrays live.
    """
    return neurons(sigma, device.get(step.rows(eta)), beta_star)
