"""Full-batch gradient descent in two parameterisations, shared by `trajectories` and `paths`."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
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


PARAMETERISATIONS: Mapping[str, Parameterisation] = {
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
        sizes = {"train": round(setting["psi1"] * d), "test": setting["test_size"]}
        drawn = rng("train").standard_normal((sizes["train"], d)), rng("test").standard_normal((sizes["test"], d))
        inputs, test = (device.put(x.astype(setting["dtype"])) for x in drawn)
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
        before, after = (float((w[:, :PLANE] ** 2).sum() / (w**2).sum()) for w in (self.start, self.first))
        outputs = problem.sigma(problem.test @ self.first.T, xp) @ self.second
        return {
            "steps": self.steps,
            "loss": self.loss,
            "moved": math.sqrt(float(((self.first - self.start) ** 2).sum() / (self.start**2).sum())),
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

    Parameters
    ----------
    problem
        The data.
    first, second : (width, d), (width,)
        W_0, and a with ``||a||`` about 1.
    name
        A key of `PARAMETERISATIONS`.
    setting
        Has the tolerance, the cap and the precision.
    device
        Where the products run.
    watch
        Called with the number of each step and the first layer before it.
    """
    chosen, width = PARAMETERISATIONS[name], len(second)
    start, scaled = (device.put(layer.astype(setting["dtype"])) for layer in (first, second * width**-chosen.decay))
    rate, n, cap, moving = chosen.rate * width**chosen.power, len(problem.labels), setting["max_steps"], 1.0 * start
    for step in range(cap + 1):
        watch(step, moving)
        coefficients = moving @ problem.inputs.T
        residuals = write_coefficients(coefficients, problem.labels, scaled, problem.sigma, device.xp)
        loss = float((residuals**2).mean()) / 2
        if loss < setting["tolerance"] or not math.isfinite(loss) or step == cap:
            break
        moving += (rate / n * scaled)[:, None] * (coefficients @ problem.inputs)
    return Descent(start, moving, scaled, loss, step)
