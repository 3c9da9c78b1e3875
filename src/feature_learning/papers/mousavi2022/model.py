"""Networks, streams of samples, step sizes, and the two parts of the weights.

The output is ``mean_j abar_j relu(<w_j, x> + b_j)``; the target depends on the first k coordinates
of x. Step sizes and decay are those of the mean-field form, ``w_j <- (1 - eta lambda) w_j - eta
abar_j (yhat - y) 1{active} x``; the paper's own are ``m eta`` and ``lambda/m``.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.core.experiment import Draws, Experiment, Streams
from feature_learning.core.values import NotNegative, Positive
from feature_learning.data.links import summed
from feature_learning.networks.activations import RELU, Activation
from feature_learning.papers.mousavi2022.targets import Target
from feature_learning.training.online_sgd import Draw, Rule, online_sgd
from feature_learning.training.schedule import snapshot_steps

Samples = tuple[np.ndarray, np.ndarray]
"""Inputs (n, d) and labels (n,)."""


@dataclass(frozen=True)
class Network:
    """Weights before training: (m, d), or their coordinates, and the frozen abar and b, (m,)."""

    first_layer: np.ndarray
    readout: np.ndarray
    bias: np.ndarray
    in_coordinates: bool = False

    @property
    def width(self) -> int:
        """The number of neurons, m."""
        return len(self.readout)


def draw_network(width: int, d: int, rng: Streams) -> dict[str, np.ndarray]:
    """Draw the largest network of a job: standard normal weights, readout and biases uniform on
    [-1, 1].
    """
    return {
        "weights": rng("init", 0).standard_normal((width, d)),
        "readout": rng("init", 1).uniform(-1, 1, width),
        "bias": rng("init", 2).uniform(-1, 1, width),
    }


def network(draws: Draws, width: int, d: int, *, bias: bool = True) -> Network:
    """Return the network of that size from a job's draws, with weights N(0, 1/d) or their
    coordinates.
    """
    in_coordinates = f"weights-{d}" in draws
    first = draws[f"weights-{d}" if in_coordinates else "weights"][:width, :d] / math.sqrt(d)
    biases = draws["bias"][:width] * float(bias)
    return Network(first, draws["readout"][:width], biases, in_coordinates)


def harmonic(lead: float, offset: float, d: int) -> Callable[[np.ndarray], np.ndarray]:
    """Return the step sizes ``eta_t = lead/(t + offset d)``.

    Raises
    ------
    UserError
        The first is above 1/d: one sample would change the output by more than the output's size.
    """
    if not (lead > 0 and offset > 0 and lead / offset <= 1 + 1e-12):
        first = lead / (offset * d) if offset > 0 else math.inf
        raise UserError(
            f"first step size {first:g} = {lead:g}/({offset:g} d) with d = {d}: must be positive "
            f"and at most 1/d = {1 / d:g}"
        )
    return lambda number: lead / (number + offset * d)


@dataclass(frozen=True)
class Schedule:
    """Step sizes as a function of the step's number, weight decay, the numbers of steps at the
    snapshots, and the number of the last step.
    """

    sizes: Callable[[np.ndarray], np.ndarray]
    decay: float
    snapshots: list[int]
    last: int

    def rule(self, start: Network, activation: Activation = RELU) -> Rule:
        """Return how a sample changes the network's weights."""
        m, bias = start.width, start.bias if start.bias.any() else None
        return Rule(
            activation,
            start.readout / m,
            lambda number: m * self.sizes(number),
            self.decay / m,
            bias,
        )


class OnlineSGD(Experiment):
    """A first layer that is trained by online SGD with weight decay."""

    noise: NotNegative  # standard deviation of the labels' noise
    step_lead: Positive  # the step sizes are lead/(t + offset d)
    step_offset: Positive
    step_follows_decay: bool  # as in the theorem, with 2/lambda and 2/min(lambda, 1)

    def schedule(self, d: int, decay: float, times: Sequence[float], horizon: float) -> Schedule:
        """Return the schedule, with times in units of d.

        Raises
        ------
        UserError
            The first step is too large, or training ends before the first snapshot.
        """
        lead, offset = self.step_lead, self.step_offset
        if self.step_follows_decay:
            lead, offset = lead * (1 / decay), offset * (1 / min(decay, 1))
        sizes, snapshots, last = harmonic(lead, offset, d), snapshot_steps(times, d), horizon * d
        first = next((step for step in snapshots if step > 0), 0)
        if round(last) < first:
            raise UserError(
                f"T = {round(last)} steps end before the first snapshot, at step {first}"
            )
        return Schedule(sizes, decay, snapshots, round(last))


def gaussian_stream(target: Target, noise: float, d: int, rng: Streams) -> Draw:
    """Return fresh standard normal inputs with noisy labels, the same from the start at each
    call.
    """
    inputs, errors = rng("train"), rng("noise")

    def draw(count: int) -> Samples:
        x = inputs.standard_normal((count, d))
        return x, summed(target, x) + noise * errors.standard_normal(count)

    return draw


def replayed(inputs: np.ndarray, labels: np.ndarray) -> Draw:
    """Return a stream over stored samples, which a second phase uses again."""
    start = 0

    def draw(count: int) -> Samples:
        nonlocal start
        start += count
        return inputs[start - count : start], labels[start - count : start]

    return draw


def trained(
    start: Network, draw: Draw, schedule: Schedule, activation: Activation = RELU
) -> Iterator[np.ndarray]:
    """Yield the first layer at the snapshots."""
    rule = schedule.rule(start, activation)
    run = online_sgd(start.first_layer, rule, draw, schedule.snapshots, schedule.last)
    return (weights for _, weights in run)


def parts(weights: np.ndarray, k: int) -> dict[str, float]:
    """Return ``||W_par||_F/sqrt m`` and ``||W_perp||_F/sqrt m``."""
    root = math.sqrt(len(weights))
    return {
        "par": float(np.linalg.norm(weights[:, :k])) / root,
        "perp": float(np.linalg.norm(weights[:, k:])) / root,
    }


def hidden(inputs: np.ndarray, weights: np.ndarray, bias: np.ndarray) -> np.ndarray:
    """Return ``relu(X W^T + b)``, shape (n, m), in the precision of the inputs."""
    weights, bias = weights.astype(inputs.dtype, copy=False), bias.astype(inputs.dtype, copy=False)
    fields = inputs @ weights.T
    fields += bias
    # With the number 0 it takes four times as long.
    return np.maximum(fields, np.zeros_like(bias), out=fields)


def fresh_samples(target: Target, count: int, d: int, rng: Streams) -> Samples:
    """Draw fresh inputs in single precision, which is enough for errors, and their values."""
    inputs = rng("test").standard_normal((count, d))
    return inputs.astype(np.float32), summed(target, inputs)


def squared_error(
    samples: Samples, weights: np.ndarray, bias: np.ndarray, readout: np.ndarray
) -> float:
    """Return the mean squared error of a network, in the precision of the inputs."""
    inputs, values = samples
    output = hidden(inputs, weights, bias) @ readout.astype(inputs.dtype)
    return float(np.mean((output - values) ** 2))
