"""Ridge regression on a model's features at several step sizes, with exact population errors."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows
from feature_learning.data.links import Link
from feature_learning.networks.activations import Activation
from feature_learning.papers.moniri2023.networks import NETWORKS, Step, first_step
from feature_learning.papers.moniri2023.population import Population, neurons
from feature_learning.training.second_layer import ridge

BatchName = Literal["fresh", "same"]
BATCHES = {"same": "train", "fresh": "refit"}
"""The ridge regression's batch: that of the step, as the talk writes it, or another."""


@dataclass(frozen=True)
class Model:
    """Features as functions of the step size.

    Attributes
    ----------
    features
        Those of the batch to fit, (n, width).
    labels : (n,) or (n, draws)
        Of that batch; of several draws of their noise, errors are means.
    population
        Their moments at fresh inputs.
    """

    features: Callable[[float], Any]
    labels: Any
    population: Callable[[float], Population]


def gains(
    model: Model,
    link: Link,
    penalty: float,
    steps: Sequence[tuple[float, float]],
    device: Device,
    degrees: Sequence[int] = (2,),
) -> Rows:
    """Yield one row per exponent and size of the step: errors, their gains over the untrained
    features, and the learned fraction of each of the target's degrees.

    The gain in the objective over the seed's own untrained objective is ``share``, from which the
    variance of the labels cancels.
    """
    untrained = _fit(model, link, penalty, 0.0, device, degrees)
    for alpha, eta in steps:
        trained = _fit(model, link, penalty, eta, device, degrees)
        yield {
            "alpha": alpha,
            **trained,
            **{f"untrained_{name}": value for name, value in untrained.items()},
            **{
                f"{name}_gain": untrained[name] - trained[name]
                for name in ("objective", "train", "test")
            },
            "share": 1 - trained["objective"] / untrained["objective"],
            "diverged": not np.isfinite(list(trained.values())).all(),
        }


def _fit(
    model: Model, link: Link, penalty: float, eta: float, device: Device, degrees: Sequence[int]
) -> dict[str, float]:
    """Return errors and learned fractions of ridge regression after a step; eta = 0 is none."""
    features = model.features(eta)
    solved = ridge(features, model.labels, penalty * len(model.labels), device.xp)
    residuals = model.labels - features @ device.xp.asarray(solved, dtype=features.dtype)
    train_error, population = float((residuals**2).mean()), model.population(eta)
    readouts = device.get(solved).astype(float).reshape(features.shape[1], -1).T
    mean = readouts.mean(axis=0)
    return {
        "objective": train_error
        + penalty * float(np.mean([readout @ readout for readout in readouts])),
        "train": train_error,
        "test": float(np.mean([population.test_error(readout, link) for readout in readouts])),
        **{f"learned_h{degree}": population.learned(mean, link, degree) for degree in degrees},
    }


def trained_models(
    sigma: Activation,
    draws: Draws,
    name: str,
    device: Device,
    dtype: str,
    batches: Sequence[str] = ("fresh",),
) -> Iterator[tuple[str, Model]]:
    """Yield the features of one of `NETWORKS` after its step, on each of some of `BATCHES`."""
    step = first_step(NETWORKS[name], draws, sigma, device, dtype)

    @cache
    def population(eta: float) -> Population:
        return neurons(sigma, device.get(step.rows(eta)), draws["beta_star"])

    for batch in batches:
        inputs, labels = (array.astype(dtype) for array in batch_of(draws, batch))
        yield batch, Model(_features(step, sigma, inputs, device), device.put(labels), population)


def batch_of(draws: Draws, batch: str) -> tuple[np.ndarray, np.ndarray]:
    """Return inputs and labels of one of `BATCHES`."""
    inputs, labels = (draws[f"{BATCHES[batch]}_{part}"] for part in ("inputs", "labels"))
    return inputs, labels


def _features(
    step: Step, sigma: Activation, inputs: np.ndarray, device: Device
) -> Callable[[float], Any]:
    # Pre-activations are linear in eta: two products serve every alpha.
    data = device.put(inputs)
    base, slope = data @ step.first.T, data @ step.gradient.T

    def features(eta: float) -> Any:
        fields = eta * slope
        fields += base
        return sigma(fields, device.xp)

    return features
