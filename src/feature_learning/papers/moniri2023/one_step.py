"""Errors before and after one gradient step (fig5, fig6), with the variants that fig8 and fig9 compare."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.networks.activations import Activation
from feature_learning.networks.named import activation
from feature_learning.papers.moniri2023.model import batch, step_size, task_link, weights
from feature_learning.training.giant_step import first_layer_gradient
from feature_learning.training.second_layer import ridge

_SPIKES = (1, 2, 3, 4)


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw the teacher and the initial network."""
    return weights(setting, rng)


def data(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams) -> dict[str, np.ndarray]:
    """Draw the batch of the step, the fresh batch of the ridge regression, and the test batch."""
    drawn: dict[str, np.ndarray] = {}
    for purpose in ("train", "refit", "test"):
        inputs, labels = batch(setting, task_link(setting), instance["beta_star"], rng, purpose)
        drawn |= {f"{purpose}_inputs": inputs, f"{purpose}_labels": labels}
    return drawn


@dataclass(frozen=True)
class Family:
    """A variant: the batch to fit, and the features of a batch as a function of the step size."""

    batch: str
    features: Callable[[str, float], Any]


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per variant and alpha: errors, their paired gains over the untrained features, the learned H_2 part."""
    arrays = {name: device.put(array.astype(setting["dtype"])) for name, array in instance.items()}
    layer = _Layer(arrays, activation(setting["activation"]), device.xp)
    fit = _Fit(setting, device, arrays, instance, float(task_link(setting).monic_coefficients(2)[2]))
    for variant in setting.grid["variant"]:
        family = _FAMILIES[str(variant)](setting, layer, rng, device)
        untrained = fit(family, 0.0)
        for alpha in setting.grid["alpha"]:
            trained = fit(family, step_size(setting["n"], float(alpha)))
            yield {
                "variant": variant,
                "alpha": float(alpha),
                **trained,
                **{f"untrained_{name}": value for name, value in untrained.items()},
                **{f"{name}_gain": untrained[name] - trained[name] for name in ("objective", "train", "test")},
                "diverged": not np.isfinite(list(trained.values())).all(),
            }


class _Fit:
    """Fits the second layer on the features after a step and measures the errors."""

    def __init__(
        self, setting: Setting, device: Device, arrays: Mapping[str, Any], instance: Mapping[str, np.ndarray], quadratic: float
    ) -> None:
        self._n, self._penalty, self._device, self._arrays = setting["n"], setting["ridge"], device, arrays
        self._truth, self._quadratic = instance["test_labels"], quadratic
        self._second = (instance["test_inputs"] @ instance["beta_star"]) ** 2 - 1

    def __call__(self, family: Family, eta: float) -> dict[str, float]:
        features, labels = family.features(family.batch, eta), self._arrays[f"{family.batch}_labels"]
        solved = ridge(features, labels, self._penalty * self._n, self._device.xp)
        readout = self._device.xp.asarray(solved, dtype=features.dtype)
        train_error = float(((labels - features @ readout) ** 2).mean())
        prediction = self._device.get(family.features("test", eta) @ readout)
        overlap = float((prediction * self._second).mean())
        return {
            "objective": train_error + self._penalty * float(readout @ readout),
            "train": train_error,
            "test": float(((self._truth - prediction) ** 2).mean()),
            "learned_h2": overlap / (2 * self._quadratic) if self._quadratic else overlap,
        }


class _Layer:
    """The first layer before and after the step.

    Pre-activations are linear in eta, so two products per batch are enough for every alpha. Variants share `base` and `slope`
    of a batch, which are computed once.
    """

    def __init__(self, arrays: Mapping[str, Any], sigma: Activation, xp: Any) -> None:
        self.arrays, self.sigma, self._xp = arrays, sigma, xp
        self.base, self._gradient, self.slope = cache(self._make_base), cache(self._make_gradient), cache(self._make_slope)

    def _make_base(self, name: str) -> Any:
        """Return the pre-activations of a batch before the step."""
        return self.arrays[f"{name}_inputs"] @ self.arrays["first_layer"].T

    def _make_gradient(self, keep: bool) -> Any:
        """Return the gradient on the training batch, with the interaction between neurons kept or dropped."""
        labels, second = self.arrays["train_labels"], self.arrays["second_layer"]
        residuals = labels - self.sigma(self.base("train"), self._xp) @ second if keep else labels
        return first_layer_gradient(self.arrays["train_inputs"], self.base("train"), residuals, second, self.sigma, self._xp)

    def _make_slope(self, name: str, keep: bool) -> Any:
        """Return what a step of size 1 adds to the pre-activations of a batch."""
        return self.arrays[f"{name}_inputs"] @ self._gradient(keep).T


def _network(fitted: str, keep: bool) -> Callable[..., Family]:
    def family(setting: Setting, layer: _Layer, rng: Streams, device: Device) -> Family:
        def features(name: str, eta: float) -> Any:
            fields = eta * layer.slope(name, keep)
            fields += layer.base(name)
            return layer.sigma(fields, device.xp)

        return Family(fitted, features)

    return family


def _spiked(surrogate: bool) -> Callable[..., Family]:
    """Untrained features (or their linear-plus-noise surrogate) with the theorem's spikes added."""

    def family(setting: Setting, layer: _Layer, rng: Streams, device: Device) -> Family:
        xp, c, arrays = device.xp, layer.sigma.hermite, layer.arrays
        degrees = [k for k in _SPIKES if c[k]]
        beta = arrays["train_inputs"].T @ arrays["train_labels"] / setting["n"]
        noise = rng("surrogate")
        powers = xp.stack([arrays["second_layer"] ** k for k in degrees])
        parts = {}
        for name in ("refit", "test"):
            base = layer.base(name)
            if surrogate:
                xi = device.put((layer.sigma.nonlinear * noise.standard_normal(tuple(base.shape))).astype(setting["dtype"]))
                untrained = float(c[1]) * base + xi
            else:
                untrained = layer.sigma(base, xp)
            parts[name] = untrained, arrays[f"{name}_inputs"] @ beta

        def features(name: str, eta: float) -> Any:
            untrained, u = parts[name]
            spikes = xp.stack([(float(c[1]) * eta) ** k * float(c[k]) * u**k for k in degrees], axis=1) @ powers
            spikes += untrained
            return spikes

        return Family("refit", features)

    return family


_FAMILIES: Mapping[str, Callable[..., Family]] = {
    "fresh": _network("refit", keep=False),
    "interaction": _network("refit", keep=True),
    "reuse": _network("train", keep=False),
    "spikes": _spiked(surrogate=False),
    "surrogate": _spiked(surrogate=True),
}
