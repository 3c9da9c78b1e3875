"""Gradient descent to convergence in two parameterisations: neurons move into the target's plane, or hardly move (fig2)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.networks.activations import Activation
from feature_learning.networks.named import activation
from feature_learning.papers.ba2022.model import weights
from feature_learning.training.streamed_step import write_coefficients

_PLANE = 2  # the target is sigma_*(x_1) + sigma_*(x_2)


@dataclass(frozen=True)
class Parameterisation:
    """The prefactor of the output and the step size of gradient descent, as powers of the width: ``width^-decay``, ``rate width^power``."""

    decay: float
    rate: float
    power: float


PARAMETERISATIONS: Mapping[str, Parameterisation] = {
    "mean-field": Parameterisation(decay=0.5, rate=0.2, power=1.0),
    "ntk": Parameterisation(decay=0.0, rate=0.5, power=0.0),
}


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Draw the initial network, the same for both parameterisations."""
    first, second = weights(setting["d"], round(setting["psi2"] * setting["d"]), rng)
    return {"first_layer": first, "second_layer": second}


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per parameterisation: when it converged, how far and where the neurons moved, and some of their paths."""
    d, dtype = setting["d"], setting["dtype"]
    drawn = rng("train").standard_normal((round(setting["psi1"] * d), d)), rng("test").standard_normal((setting["test_size"], d))
    inputs, test = (device.put(x.astype(dtype)) for x in drawn)
    sigma, teacher = activation(setting["activation"]), activation(setting["teacher"])
    labels, truth = (teacher(x[:, :_PLANE], device.xp).sum(1) for x in (inputs, test))
    for name in map(str, setting.grid["parameterisation"]):
        chosen = PARAMETERISATIONS[name]
        width = len(instance["second_layer"])
        layers = instance["first_layer"], instance["second_layer"] * width**-chosen.decay
        start, second = (device.put(layer.astype(dtype)) for layer in layers)
        rate = chosen.rate * width**chosen.power
        first, loss, steps, path = _descend(start, second, inputs, labels, sigma, rate, setting, device)
        moved = math.sqrt(float(((first - start) ** 2).sum() / (start**2).sum()))
        before, after = (float((w[:, :_PLANE] ** 2).sum() / (w**2).sum()) for w in (start, first))
        yield {
            "parameterisation": name,
            "steps": steps,
            "loss": loss,
            "converged": loss < setting["tolerance"],
            "moved": moved,
            "share_at_start": before,
            "share": after,
            "share_gain": after / before,
            "risk": float(((sigma(test @ first.T, device.xp) @ second - truth) ** 2).mean()),
            "times": [time for time, _ in path],
            # Flattened from (time, neuron, coordinate).
            "path": np.concatenate([position.ravel() for _, position in path]).tolist(),
            "diverged": not math.isfinite(loss),
        }


def _descend(
    start: Any, second: Any, inputs: Any, labels: Any, sigma: Activation, rate: float, setting: Setting, device: Device
) -> tuple[Any, float, int, list[tuple[int, np.ndarray]]]:
    """Full-batch gradient descent on ``(1/2n) ||y - f||^2`` until the tolerance is reached; it records the first neurons."""
    first, path, every, cap = 1.0 * start, [], setting["record_every"], setting["max_steps"]
    for step in range(cap + 1):
        coefficients = first @ inputs.T
        residuals = write_coefficients(coefficients, labels, second, sigma, device.xp)
        loss = float((residuals**2).mean()) / 2
        done = loss < setting["tolerance"] or not math.isfinite(loss) or step == cap
        if done or step % every == 0:
            path.append((step, np.array(device.get(first[: setting["shown"], :_PLANE]))))
        if done:
            break
        first += (rate / len(labels) * second)[:, None] * (coefficients @ inputs)
    return first, loss, step, path
