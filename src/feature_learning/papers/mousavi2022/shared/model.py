"""What the experiments share: targets, networks, streams of samples, step sizes, and the two parts of the weights.

The output is ``mean_j abar_j relu(<w_j, x> + b_j)``; the target depends on the first k coordinates of x. Step sizes and decay
are those of the mean-field form, ``w_j <- (1 - eta lambda) w_j - eta abar_j (yhat - y) 1{active} x``; the paper's own are
``m eta`` and ``lambda/m``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from feature_learning.core.errors import UserError, chosen
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.data.links import Link, summed
from feature_learning.networks.activations import RELU
from feature_learning.training.gaussian_overlaps import GaussianOverlaps, roots
from feature_learning.training.online_sgd import Draw, Rule, online_sgd
from feature_learning.training.reduction import initial_coordinates
from feature_learning.training.schedule import snapshot_steps

Target = tuple[Link, ...]
"""A sum of links, one for each of the first coordinates."""


def _steep(z: np.ndarray) -> np.ndarray:
    return np.tanh(5 * z)


def _cube(z: np.ndarray) -> np.ndarray:
    return z**3 / math.sqrt(15)


_TANH = Link.of(np.tanh)
TARGETS: Mapping[str, Target] = {
    "tanh": (_TANH,),
    "steep-tanh": (Link.of(_steep),),
    "cube": (Link.of(_cube),),
    "two-tanh": (_TANH, _TANH),
    "tanh-and-square": (_TANH, Link.of(lambda z: (z**2 - 1) / 2)),
    "hermite-2": (Link.of(lambda z: (z**2 - 1) / math.sqrt(2)),),
    "hermite-3": (Link.of(lambda z: (z**3 - 3 * z) / math.sqrt(6)),),
}


def shared(name: str, k: int) -> Target:
    """Return ``k^(-1/2) sum_i h(z_i)`` with h = tanh or ReLU, whose variance is that of h for every k.

    Raises
    ------
    UserError
        The name is neither ``tanh`` nor ``relu``.
    """
    scale = 1 / math.sqrt(k)
    links = {"tanh": Link.of(lambda z: scale * np.tanh(z)), "relu": Link.relu([0.0], [scale])}
    return (chosen(links, name, "link"),) * k


def target_of(name: str, d: int) -> Target:
    """Return a target.

    Raises
    ------
    UserError
        The name is unknown, or the target has more directions than there are dimensions.
    """
    target = chosen(TARGETS, name, "target")
    if len(target) > d:
        raise UserError(f"target {name}: k = {len(target)} directions do not fit into d = {d}")
    return target


@dataclass(frozen=True)
class Network:
    """Weights before training: (m, d), or their coordinates, and the frozen abar and b, (m,)."""

    first_layer: np.ndarray
    readout: np.ndarray
    bias: np.ndarray
    in_coordinates: bool = False

    @property
    def width(self) -> int:
        """M."""
        return len(self.readout)


def draw_network(width: int, d: int, rng: Streams) -> dict[str, np.ndarray]:
    """Draw the largest network of a job: standard normal weights, readout and biases uniform on [-1, 1]."""
    return {
        "weights": rng("init", 0).standard_normal((width, d)),
        "readout": rng("init", 1).uniform(-1, 1, width),
        "bias": rng("init", 2).uniform(-1, 1, width),
    }


def draw_by_method(setting: Setting, width: int, dimensions: Sequence[int], rng: Streams) -> dict[str, np.ndarray]:
    """Draw the largest network of a job in d dimensions (method ``direct``), or in coordinates for each dimension (``reduced``).

    In coordinates, those of the subspace come first, followed by as many as there are neurons.

    Raises
    ------
    UserError
        The method is unknown, or the network or the target does not fit.
    """
    if not chosen({"direct": False, "reduced": True}, setting["method"], "method"):
        return draw_network(width, max(dimensions), rng)
    directions = len(target_of(setting["target"], min(dimensions)))
    drawn = draw_network(width, directions, rng)
    for d in dimensions:
        first, _ = initial_coordinates(width, directions, d, "gaussian", rng("init", 0, d))
        drawn[f"weights-{d}"] = math.sqrt(d) * first
    return drawn


def network(instance: Mapping[str, np.ndarray], width: int, d: int, *, bias: bool = True) -> Network:
    """Return the network of that size from a job's draws, with weights N(0, 1/d) or their coordinates."""
    in_coordinates = f"weights-{d}" in instance
    own = instance[f"weights-{d}" if in_coordinates else "weights"][:width, :d] / math.sqrt(d)
    return Network(own, instance["readout"][:width], instance["bias"][:width] * float(bias), in_coordinates)


def harmonic(lead: float, offset: float, d: int) -> Callable[[np.ndarray], np.ndarray]:
    """Return the step sizes ``eta_t = lead/(t + offset d)``.

    Raises
    ------
    UserError
        The first is above 1/d: one sample would change the output by more than the output's size.
    """
    if not (lead > 0 and offset > 0 and lead / offset <= 1 + 1e-12):
        first = lead / (offset * d) if offset > 0 else math.inf
        raise UserError(f"first step size {first:g} = {lead:g}/({offset:g} d) with d = {d}: must be positive and at most 1/d = {1 / d:g}")
    return lambda number: lead / (number + offset * d)


def steps_of(setting: Setting, d: int, decay: float) -> Callable[[np.ndarray], np.ndarray]:
    """Return the setting's schedule; if it follows the decay, ``2/lambda`` and ``2/min(lambda, 1)`` as in the theorem."""
    scale = (1 / decay, 1 / min(decay, 1)) if setting["step_follows_decay"] else (1.0, 1.0)
    return harmonic(setting["step_lead"] * scale[0], setting["step_offset"] * scale[1], d)


def snapshots(times: Sequence[float], horizon: float, d: int) -> tuple[list[int], int]:
    """Return the numbers of steps at times in units of d, and the number of the last step.

    Raises
    ------
    UserError
        Training ends before the first snapshot.
    """
    steps, last = snapshot_steps(times, d), round(horizon * d)
    first = next((step for step in steps if step > 0), 0)
    if last < first:
        raise UserError(f"T = {last} steps end before the first snapshot, at step {first}")
    return steps, last


def gaussian_stream(target: Target, noise: float, d: int, rng: Streams) -> Draw:
    """Return fresh standard normal inputs with noisy labels, the same from the start at each call."""
    inputs, errors = rng("train"), rng("noise")

    def draw(count: int) -> tuple[np.ndarray, np.ndarray]:
        x = inputs.standard_normal((count, d))
        return x, summed(target, x) + noise * errors.standard_normal(count)

    return draw


def replayed(inputs: np.ndarray, labels: np.ndarray) -> Draw:
    """Return a stream over stored samples, which a second phase uses again."""
    at = 0

    def draw(count: int) -> tuple[np.ndarray, np.ndarray]:
        nonlocal at
        at += count
        return inputs[at - count : at], labels[at - count : at]

    return draw


def trained(
    start: Network, draw: Draw, steps: Callable[[np.ndarray], np.ndarray], decay: float, at: Sequence[int], horizon: int
) -> Iterator[tuple[int, np.ndarray]]:
    """Yield (steps, first layer) at the snapshots."""
    return online_sgd(start.first_layer, _rule(start, steps, decay), draw, at, horizon)


def trained_afresh(
    start: Network,
    target: Target,
    noise: float,
    d: int,
    rng: Streams,
    steps: Callable[[np.ndarray], np.ndarray],
    decay: float,
    at: Sequence[int],
    horizon: int,
) -> Iterator[tuple[int, np.ndarray]]:
    """Yield (steps, first layer) at the snapshots, on fresh samples; a network in coordinates is followed in its overlaps.

    Its coordinates then differ between snapshots, but those of the subspace always come first.
    """
    if not start.in_coordinates:
        yield from trained(start, gaussian_stream(target, noise, d, rng), steps, decay, at, horizon)
        return
    k, errors = len(target), rng("noise")

    def labels(fields: np.ndarray) -> np.ndarray:
        return (summed(target, fields[:, :, 0]) + noise * errors.standard_normal(len(fields)))[:, None]

    first = start.first_layer
    run = GaussianOverlaps(np.eye(k), first[None, :, :k], (first @ first.T)[None], d, labels)
    for step, (overlap,), (products,) in run.run(_rule(start, steps, decay), rng("train"), at, horizon):
        yield step, np.hstack([overlap, roots(products - overlap @ overlap.T)])


def _rule(start: Network, steps: Callable[[np.ndarray], np.ndarray], decay: float) -> Rule:
    m = start.width
    bias = start.bias if start.bias.any() else None
    return Rule(RELU, start.readout / m, lambda number: m * steps(number), decay / m, bias)


def parts(weights: np.ndarray, k: int) -> dict[str, float]:
    """Return ``||W_par||_F/sqrt m`` and ``||W_perp||_F/sqrt m``."""
    root = math.sqrt(len(weights))
    return {"par": float(np.linalg.norm(weights[:, :k])) / root, "perp": float(np.linalg.norm(weights[:, k:])) / root}


def hidden(inputs: np.ndarray, weights: np.ndarray, bias: np.ndarray) -> np.ndarray:
    """Return ``relu(X W^T + b)``, shape (n, m), in the precision of the inputs: for errors on fresh inputs, single precision is enough."""
    weights, bias = weights.astype(inputs.dtype, copy=False), bias.astype(inputs.dtype, copy=False)
    fields = inputs @ weights.T
    fields += bias
    return np.maximum(fields, np.zeros_like(bias), out=fields)  # with the number 0 it takes four times as long
