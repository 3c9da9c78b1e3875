"""Errors before and after one gradient step (fig5, fig6), with the variants that fig8 and fig9 compare."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.papers.moniri2023.model import ACTIVATION, TASKS, batch, step_size, weights
from feature_learning.training.giant_step import first_layer_gradient
from feature_learning.training.second_layer import ridge

_SPIKES = (1, 2, 4)


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw the teacher and the initial network."""
    return weights(setting, rng)


def data(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams) -> dict[str, np.ndarray]:
    """Draw the batch of the step, the fresh batch of the ridge regression, and the test batch."""
    drawn: dict[str, np.ndarray] = {}
    for purpose in ("train", "refit", "test"):
        inputs, labels = batch(setting, TASKS[setting["task"]], instance["beta_star"], rng, purpose)
        drawn |= {f"{purpose}_inputs": inputs, f"{purpose}_labels": labels}
    return drawn


@dataclass(frozen=True)
class Family:
    """A variant: features of the fitting and of the test batch as functions of the step size, and the labels fitted."""

    labels: Any
    features: Callable[[float], tuple[Any, Any]]


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield a row a variant and alpha: errors, their paired gains over the untrained features, the learned H_2 part."""
    link = TASKS[setting["task"]]
    arrays = {name: device.put(array.astype(setting["dtype"])) for name, array in instance.items()}
    for variant in setting.grid["variant"]:
        family = _FAMILIES[str(variant)](setting, arrays, rng, device)
        fit = _Fit(setting, family, device, instance, link.coefficients[2] if len(link.coefficients) > 2 else 0.0)
        untrained = fit(0.0)
        for alpha in setting.grid["alpha"]:
            trained = fit(step_size(setting["n"], float(alpha)))
            yield {
                "variant": variant,
                "alpha": float(alpha),
                **trained,
                **{f"untrained_{name}": value for name, value in untrained.items()},
                **{f"{name}_gain": untrained[name] - trained[name] for name in ("objective", "train", "test")},
                "diverged": not np.isfinite(list(trained.values())).all(),
            }


@dataclass(frozen=True)
class _Fit:
    """Fits the second layer on the features after a step and measures the errors."""

    setting: Setting
    family: Family
    device: Device
    instance: Mapping[str, np.ndarray]
    quadratic: float

    def __call__(self, eta: float) -> dict[str, float]:
        features, test_features = self.family.features(eta)
        labels = self.family.labels
        n, penalty = self.setting["n"], self.setting["ridge"]
        readout = self.device.xp.asarray(ridge(features, labels, penalty * n, self.device.xp), dtype=features.dtype)
        train_error = float(((labels - features @ readout) ** 2).mean())
        prediction = self.device.get(test_features @ readout)
        projection = self.instance["test_inputs"] @ self.instance["beta_star"]
        overlap = float((prediction * (projection**2 - 1)).mean())
        return {
            "objective": train_error + penalty * float(readout @ readout),
            "train": train_error,
            "test": float(((self.instance["test_labels"] - prediction) ** 2).mean()),
            "learned_h2": overlap / (2 * self.quadratic) if self.quadratic else overlap,
        }


def _step(arrays: Mapping[str, Any], device: Device, keep: bool) -> Any:
    """The gradient on the train batch, with the interaction between neurons kept or dropped."""
    inputs, labels, second = arrays["train_inputs"], arrays["train_labels"], arrays["second_layer"]
    preactivations = inputs @ arrays["first_layer"].T
    residuals = labels - ACTIVATION(preactivations, device.xp) @ second if keep else labels
    return first_layer_gradient(inputs, preactivations, residuals, second, ACTIVATION, device.xp)


def _network(batch_name: str, keep: bool) -> Callable[..., Family]:
    def family(setting: Setting, arrays: Mapping[str, Any], rng: Streams, device: Device) -> Family:
        gradient, first = _step(arrays, device, keep), arrays["first_layer"]
        # Pre-activations are linear in eta, so two products serve every alpha.
        pairs = [(inputs @ first.T, inputs @ gradient.T) for inputs in (arrays[f"{batch_name}_inputs"], arrays["test_inputs"])]

        def features(eta: float) -> tuple[Any, Any]:
            fit, test = (ACTIVATION(base + eta * slope, device.xp) for base, slope in pairs)
            return fit, test

        return Family(arrays[f"{batch_name}_labels"], features)

    return family


def _spiked(surrogate: bool) -> Callable[..., Family]:
    """Untrained features (or their linear-plus-noise surrogate) with the theorem's spikes added."""

    def family(setting: Setting, arrays: Mapping[str, Any], rng: Streams, device: Device) -> Family:
        c = ACTIVATION.hermite
        beta = arrays["train_inputs"].T @ arrays["train_labels"] / setting["n"]
        noise = rng("surrogate")
        parts = []
        for inputs in (arrays["refit_inputs"], arrays["test_inputs"]):
            base = inputs @ arrays["first_layer"].T
            if surrogate:
                base = float(c[1]) * base + device.put(
                    (ACTIVATION.nonlinear * noise.standard_normal(tuple(base.shape))).astype(setting["dtype"])
                )
            else:
                base = ACTIVATION(base, device.xp)
            parts.append((base, inputs @ beta))

        def features(eta: float) -> tuple[Any, Any]:
            fit, test = (
                base
                + sum((float(c[1]) * eta) ** k * float(c[k]) * (u**k)[:, None] * (arrays["second_layer"] ** k)[None, :] for k in _SPIKES)
                for base, u in parts
            )
            return fit, test

        return Family(arrays["refit_labels"], features)

    return family


_FAMILIES: Mapping[str, Callable[..., Family]] = {
    "fresh": _network("refit", keep=False),
    "interaction": _network("refit", keep=True),
    "reuse": _network("train", keep=False),
    "spikes": _spiked(surrogate=False),
    "surrogate": _spiked(surrogate=True),
}
