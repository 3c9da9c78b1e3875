"""The training loss half-way between two networks that differ in one layer (figure-2)."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from scipy.optimize import minimize

from feature_learning.core.experiment import Device, Draws, Experiment, Rows, Streams
from feature_learning.core.values import ActivationName, Count, Grid, NotNegative, Positive
from feature_learning.networks.activations import Activation
from feature_learning.networks.named import activation
from feature_learning.papers.ba2022.model import Dimension, target, two_blocks, weights


@dataclass(frozen=True)
class Loss:
    """The mean square error of networks on one sample.

    Attributes
    ----------
    inputs, labels : (n, d), (n,)
        The sample.
    sigma
        The activation.
    """

    inputs: np.ndarray
    labels: np.ndarray
    sigma: Activation

    def __call__(self, first: np.ndarray, second: np.ndarray) -> float:
        """Return the loss of a first layer (width, d) and a readout (width,)."""
        outputs = self.sigma(self.inputs @ first.T, np) @ second
        return float(((outputs - self.labels) ** 2).mean())

    def gradient(self, first: np.ndarray, second: np.ndarray) -> np.ndarray:
        """Return the loss's gradient in the first layer, (width, d)."""
        hidden = self.inputs @ first.T
        errors = self.sigma(hidden, np) @ second - self.labels
        slopes = errors[:, None] * self.sigma.derivative(hidden, np) * second
        return np.asarray(2 / len(self.labels) * slopes.T @ self.inputs)

    def descended(self, first: np.ndarray, second: np.ndarray, steps: int) -> np.ndarray:
        """Return the first layer where L-BFGS ends after at most so many steps."""

        def both(flat: np.ndarray) -> tuple[float, np.ndarray]:
            layer = flat.reshape(first.shape)
            return self(layer, second), self.gradient(layer, second).ravel()

        found = minimize(
            both, first.ravel(), jac=True, method="L-BFGS-B", options={"maxiter": steps}
        )
        return np.asarray(found.x.reshape(first.shape))


class Midpoints(Experiment):
    """The loss between two first layers and between two readouts, against the dimension."""

    d: Grid[Dimension]
    psi1: Positive  # n/d
    psi2: Positive  # N/d
    activation: ActivationName
    teacher: ActivationName
    noise: NotNegative  # standard deviation of the labels' noise
    max_steps: Count  # of L-BFGS

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per dimension and layer.

        ``gap`` is the loss at the midpoint minus the mean loss of both ends, in units of the mean
        square of the labels; no gap of a convex loss is positive. First layers are where descent
        ends from two starts, with one readout. Readouts are two draws, with one first layer.
        """
        link = target(self.teacher)
        for d in self.d:
            n, width = round(self.psi1 * d), round(self.psi2 * d)
            inputs = rng("train", d).standard_normal((n, d))
            noise = self.noise * rng("noise", d).standard_normal(n)
            loss = Loss(inputs, link(inputs @ two_blocks(d)) + noise, activation(self.activation))
            first, second = weights(d, width, rng)
            other = rng("init", 2, d).standard_normal((width, d)) / math.sqrt(d)
            readout = rng("init", 3, d).standard_normal(width) / math.sqrt(width)
            ends = [loss.descended(each, second, self.max_steps) for each in (first, other)]
            gaps = {
                "first": midpoint_gap(partial(loss, second=second), *ends),
                "second": midpoint_gap(partial(loss, first), second, readout),
            }
            unit = float((loss.labels**2).mean())
            for layer, gap in gaps.items():
                yield {"d": d, "layer": layer, "gap": gap / unit}


def midpoint_gap(loss: Callable[[np.ndarray], float], one: np.ndarray, two: np.ndarray) -> float:
    """Return a loss at the midpoint of two points minus the mean of its values there.

    Examples
    --------
    >>> midpoint_gap(lambda w: float(w @ w), np.zeros(2), np.array([2.0, 0.0]))
    -1.0
    """
    return loss((one + two) / 2) - (loss(one) + loss(two)) / 2
