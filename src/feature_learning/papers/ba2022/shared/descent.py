"""Full-batch gradient descent in two parameterisations."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from feature_learning.core.experiment import Device, Setting, Streams
from feature_learning.networks.activations import Activation
from feature_learning.networks.named import activation
from feature_learning.training.streamed_step import write_coefficients

PLANE = 2  # the target is sigma_*(x_1) + sigma_*(x_2)


@dataclass(frozen=True)
class Parameterisation:
    """The prefactor of the output, ``width^-decay``, and the step size, ``rate width^power``."""

    decay: float
    rate: float
    power: float


PARAMETERISATIONS = {
    "mean-field": Parameterisation(decay=0.5, rate=0.2, power=1.0),
    "ntk": Parameterisation(decay=0.0, rate=0.5, power=0.0),
}


@dataclass(frozen=True)
class Problem:
    """Training and test inputs with their labels, in the precision of the run."""

    inputs: Any
    labels: Any
    test: Any
    truth: Any
    sigma: Activation

    @classmethod
    def drawn(cls, setting: Setting, d: int, rng: Streams, device: Device) -> Problem:
        """Draw ``psi1 d`` training inputs and the test inputs of one dimension."""
        train = rng("train").standard_normal((round(setting["psi1"] * d), d))
        fresh = rng("test").standard_normal((setting["test_size"], d))
        inputs, test = (device.put(x.astype(setting["dtype"])) for x in (train, fresh))
        teacher = activation(setting["teacher"])
        labels, truth = (teacher(x[:, :PLANE], device.xp).sum(1) for x in (inputs, test))
        return cls(inputs, labels, test, truth, activation(setting["activation"]))


@dataclass(frozen=True)
class Descent:
    """One run: the first layer before and after, and the second layer, which stays.

    Attributes
    ----------
    start, first : (width, d)
        W_0 and W at the end.
    second : (width,)
        a, times the prefactor of the output.
    loss, steps
        The training loss at the end, and the steps taken.
    """

    start: Any
    first: Any
    second: Any
    loss: float
    steps: int

    def measures(self, problem: Problem, xp: Any) -> dict[str, Any]:
        """Return how far and where the neurons moved, and the test risk."""
        before, after = (
            float((w[:, :PLANE] ** 2).sum() / (w**2).sum()) for w in (self.start, self.first)
        )
        movement = float(((self.first - self.start) ** 2).sum() / (self.start**2).sum())
        outputs = problem.sigma(problem.test @ self.first.T, xp) @ self.second
        return {
            "steps": self.steps,
            "loss": self.loss,
            "moved": math.sqrt(movement),
            "share_at_start": before,
            "share": after,
            "share_gain": after / before,
            "risk": float(((outputs - problem.truth) ** 2).mean()),
            "diverged": not math.isfinite(self.loss),
        }


def descend(
    problem: Problem,
    first: np.ndarray,
    second: np.ndarray,
    name: str,
    setting: Setting,
    device: Device,
    watch: Callable[[int, Any], None] = lambda step, first: None,
) -> Descent:
    """Descend on ``(1/2n) ||y - f||^2`` until the loss is below the tolerance, or to the cap.

    W_0 (width, d) and a (width,), with ``||a||`` about 1, are first and second; `watch` is called
    with the number of each step and the first layer before it.
    """
    form, width = PARAMETERISATIONS[name], len(second)
    layers = (first, second * width**-form.decay)
    start, scaled = (device.put(layer.astype(setting["dtype"])) for layer in layers)
    rate, n = form.rate * width**form.power, len(problem.labels)
    cap, moving = setting["max_steps"], 1.0 * start
    for step in range(cap + 1):
        watch(step, moving)
        coefficients = moving @ problem.inputs.T
        residuals = write_coefficients(
            coefficients, problem.labels, scaled, problem.sigma, device.xp
        )
        loss = float((residuals**2).mean()) / 2
        if loss < setting["tolerance"] or not math.isfinite(loss) or step == cap:
            break
        moving += (rate / n * scaled)[:, None] * (coefficients @ problem.inputs)
    return Descent(start, moving, scaled, loss, step)
