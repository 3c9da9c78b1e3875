"""Gradient descent to convergence in the mean-field and in the NTK parameterisation.

Both share the network and the data.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from feature_learning.core.experiment import Device, Draws, Experiment, Rows, Streams
from feature_learning.core.values import ActivationName, Count, Grid, Positive, Precision
from feature_learning.networks.activations import Activation
from feature_learning.networks.named import activation
from feature_learning.papers.ba2022.model import Dimension, corner, network
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


class _Descent(Experiment):
    """Full-batch gradient descent for a target of two ReLU neurons."""

    parameterisation: Grid[Literal["mean-field", "ntk"]]
    activation: ActivationName
    teacher: ActivationName
    psi1: Positive  # n/d
    psi2: Positive  # N/d
    dtype: Precision
    tolerance: Positive  # of the loss
    max_steps: Count
    test_size: Count

    def problem(self, d: int, rng: Streams, device: Device) -> Problem:
        """Draw ``psi1 d`` training inputs and the test inputs of one dimension."""
        train = rng("train").standard_normal((round(self.psi1 * d), d))
        fresh = rng("test").standard_normal((self.test_size, d))
        inputs, test = (device.put(x.astype(self.dtype)) for x in (train, fresh))
        teacher = activation(self.teacher)
        labels, truth = (teacher(x[:, :PLANE], device.xp).sum(1) for x in (inputs, test))
        return Problem(inputs, labels, test, truth, activation(self.activation))

    def descend(
        self,
        problem: Problem,
        layers: tuple[np.ndarray, np.ndarray],
        name: str,
        device: Device,
        watch: Callable[[int, Any], None] = lambda step, first: None,
    ) -> Descent:
        """Descend on ``(1/2n) ||y - f||^2`` until the loss is below the tolerance, or to the cap.

        The layers are W_0 (width, d) and a (width,), with ``||a||`` about 1; `watch` is called with
        the number of each step and the first layer before it.
        """
        first, second = layers
        form, width = PARAMETERISATIONS[name], len(second)
        scales = (first, second * width**-form.decay)
        start, scaled = (device.put(layer.astype(self.dtype)) for layer in scales)
        rate, n = form.rate * width**form.power, len(problem.labels)
        moving = 1.0 * start
        for step in range(self.max_steps + 1):
            watch(step, moving)
            coefficients = moving @ problem.inputs.T
            residuals = write_coefficients(
                coefficients, problem.labels, scaled, problem.sigma, device.xp
            )
            loss = float((residuals**2).mean()) / 2
            if loss < self.tolerance or not math.isfinite(loss) or step == self.max_steps:
                break
            moving += (rate / n * scaled)[:, None] * (coefficients @ problem.inputs)
        return Descent(start, moving, scaled, loss, step)


class Trajectories(_Descent):
    """The movement of the neurons, against the dimension."""

    d: Grid[Dimension]

    def generate(self, rng: Streams) -> Draws:
        """Draw the initial network at the largest size; smaller sizes are its corners, rescaled."""
        return network(max(self.d), self.psi2, rng)

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per dimension and parameterisation."""
        for d in self.d:
            layers, problem = corner(draws, d, self.psi2), self.problem(d, rng, device)
            for name in self.parameterisation:
                descent = self.descend(problem, layers, name, device)
                yield {"d": d, "parameterisation": name, **descent.measures(problem, device.xp)}


class Paths(_Descent):
    """The paths of the neurons of largest ``|a|`` in the plane of the target."""

    d: Dimension
    record_every: Count  # steps
    shown: Count  # neurons

    def generate(self, rng: Streams) -> Draws:
        """Draw the initial network."""
        return network(self.d, self.psi2, rng)

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per parameterisation."""
        layers = draws["first_layer"], draws["second_layer"]
        shown = np.argsort(-np.abs(layers[1]), kind="stable")[: self.shown]
        problem = self.problem(self.d, rng, device)
        for name in self.parameterisation:
            positions: dict[int, np.ndarray] = {}

            def record(step: int, layer: Any, positions: dict[int, np.ndarray] = positions) -> None:
                if step % self.record_every == 0:
                    positions[step] = device.get(layer[:, :PLANE])[shown]

            descent = self.descend(problem, layers, name, device, record)
            positions[descent.steps] = device.get(descent.first[:, :PLANE])[shown]
            yield {
                "parameterisation": name,
                **descent.measures(problem, device.xp),
                "times": [*positions],
                # Flattened from (time, neuron, coordinate).
                "path": np.concatenate([place.ravel() for place in positions.values()]).tolist(),
                "second_layer": layers[1][shown].tolist(),
            }
