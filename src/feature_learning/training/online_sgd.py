"""Online SGD on the first layer of a two-layer network: every sample is seen once.

With ``f(x) = a . sigma(W x)``, a step takes one sample, ``delta = y - f(x)``, and

    W  <-  (1 - eta lambda) W + eta delta (a o sigma'(W x)) x^T,

with frozen biases where there are any.

A step as such is a matrix-vector product and a rank-one update: two passes over W for a handful of operations, and an
interpreter's round for each of ten calls. Samples are therefore taken a block at a time. What a step needs of the steps
before it is only their effect on its own fields ``W x``, and that is a matter of the inner products ``x_s . x_t``: the
fields of the block under the weights at its start, the Gram matrix of the block, a recursion over the block in these
small arrays, and one product ``C^T X`` for the weights. The result is that of one sample at a time, to rounding. The decay
multiplies the weights once a block, as a scalar; its powers within the block go into the Gram matrix. The weights are so passed
over a few times a block, by matrix products, and not a few times a step as in rank-one updates in place (BLAS ``ger``), which
the cache's speed bounds; a batch of seeds shares the interpreter's rounds but not those passes.
``benchmarks/test_online_sgd.py`` holds the forms against each other.

On Gaussian inputs the recursion needs no inputs at all: fields and Gram matrix have a law that is known given the
overlaps of W with itself and the teacher: ``gaussian_overlaps`` draws them, at a cost independent of the dimension.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.networks.activations import Activation
from feature_learning.training.schedule import blocks

_WORK = 1024  # neurons x replicas x block: beyond it arithmetic, not the interpreter, is what costs
_WORK_ALONE = 32768  # the same for one run, whose recursion is a product with a vector a step
_LONGEST, SHORTEST = 64, 4

Draw = Callable[[int], tuple[np.ndarray, np.ndarray]]
"""Takes a count; returns that many fresh inputs (count, d) and their labels (count,)."""


@dataclass(frozen=True)
class Rule:
    """How a sample changes the first layer.

    Attributes
    ----------
    activation
    second_layer : (width,)
        The readout, any scaling by the width included.
    step
        eta, or a function of the number of the step (an array of integers, counted from 0).
    decay
        lambda, of the weight decay; biases are no weights and do not decay.
    bias : (width,), optional
        b, of ``sigma(W x + b)``; it stays as it is.

    Raises
    ------
    UserError
        There is no neuron, eta or lambda is no number of its kind.
    """

    activation: Activation
    second_layer: np.ndarray
    step: float | Callable[[np.ndarray], np.ndarray]
    decay: float = 0.0
    bias: np.ndarray | None = None

    def __post_init__(self) -> None:
        if np.ndim(self.second_layer) != 1 or len(self.second_layer) < 1:
            raise UserError(f"a network of {np.size(self.second_layer)} neurons: width must be at least 1")
        if not callable(self.step) and not (np.isfinite(self.step) and self.step > 0):
            raise UserError(f"step size {self.step}: must be a positive number")
        if not (np.isfinite(self.decay) and self.decay >= 0):
            raise UserError(f"weight decay {self.decay}: must be a number from 0 on")
        if self.bias is not None and np.shape(self.bias) != np.shape(self.second_layer):
            raise UserError(f"{np.size(self.bias)} biases for {len(self.second_layer)} neurons")

    def sizes(self, start: int, count: int) -> np.ndarray:
        """Return the step sizes of `count` steps from number `start` on.

        Raises
        ------
        UserError
            The schedule gives a step size that is not positive and finite, or that decays weights past zero.
        """
        steps = (
            np.full(count, self.step) if not callable(self.step) else np.asarray(self.step(np.arange(start, start + count)), dtype=float)
        )
        if not (np.isfinite(steps) & (steps > 0)).all():
            bad = int(np.argmin(np.isfinite(steps) & (steps > 0)))
            raise UserError(f"the schedule gives step size {steps[bad]} at step {start + bad}: must be a positive number")
        if (steps * self.decay >= 1).any():
            raise UserError(
                f"step size {steps.max():g} with weight decay {self.decay:g} turns the weights' sign: their product must be below 1"
            )
        return steps

    def block(self, fields: np.ndarray, gram: np.ndarray, labels: np.ndarray, start: int) -> tuple[np.ndarray, float]:
        """Return what a block of samples does to the weights, ``W <- kept W + C^T X``.

        Parameters
        ----------
        fields : (count, width, replicas)
            ``W x`` under the weights at the start of the block; overwritten by those that each step sees.
        gram : (count, count, replicas)
            ``x_s . x_t``; ``gram[s, t]`` is read for s < t.
        labels : (count, replicas)
        start
            The number of the first step.

        Returns
        -------
        changes : (count, width, replicas)
            C.
        kept : float
            What the decay leaves of W.
        """
        count, replicas = len(fields), fields.shape[2]
        steps = self.sizes(start, count)
        log = np.zeros(count + 1)
        if self.decay:
            # What is left at step t of the weights and of an earlier change: the decay enters here, not in a pass over the fields a step.
            log[1:] = np.cumsum(np.log1p(-steps * self.decay))
            fields *= np.exp(log[:-1])[:, None, None]
            gram = gram * np.exp(np.minimum(log[:-1] - log[1:, None], 0))[..., None]
        if self.bias is not None:
            fields += np.asarray(self.bias)[:, None]
        changes = np.empty_like(fields)
        if replicas == 1:
            self._recursion(fields[..., 0], np.ascontiguousarray(gram[..., 0].T), labels[:, 0], steps, changes[..., 0])
        else:
            self._recursion(fields, gram.transpose(1, 0, 2), labels, steps, changes)
        if self.decay:
            changes *= np.exp(log[-1] - log[1:])[:, None, None]
        return changes, float(np.exp(log[-1]))

    def _recursion(self, fields: np.ndarray, gram: np.ndarray, labels: np.ndarray, steps: np.ndarray, changes: np.ndarray) -> None:
        """Fill in `changes`, step by step; ``gram[t, s]`` for s < t, and arrays without a last axis where there is one run."""
        single = fields.ndim == 2
        activation, derivative, readout = self.activation.function, self.activation.derivative, self.second_layer
        column = readout if single else readout[:, None]
        targets, sizes = (labels.tolist() if single else labels), steps.tolist()
        for t, (own, change) in enumerate(zip(fields, changes, strict=True)):
            if t:
                own += np.dot(gram[t, :t], changes[:t]) if single else np.multiply(gram[t, :t, None], changes[:t]).sum(axis=0)
            residual = targets[t] - np.dot(readout, activation(own, np))
            np.multiply(derivative(own, np), column, out=change)
            change *= sizes[t] * residual


def block_length(width: int, replicas: int = 1) -> int:
    """Return how many samples to take at a time: as many as keep the recursion's arrays small."""
    return max(SHORTEST, min(_LONGEST, (_WORK if replicas > 1 else _WORK_ALONE) // (width * replicas)))


def online_sgd(
    first_layer: np.ndarray, rule: Rule, draw: Draw, snapshots: Sequence[int], horizon: int, *, block: int | None = None
) -> Iterator[tuple[int, np.ndarray]]:
    """Train on a stream of samples and yield the weights at the snapshots.

    Parameters
    ----------
    first_layer : (width, d) or (replicas, width, d)
        The initial weights, left as they are; replicas are independent runs that share the interpreter's time.
    rule
    draw
        Where samples come from; with replicas, inputs are (replicas, count, d) and labels (replicas, count). A stream that fills
        its arrays sample by sample gives the same run whatever `block`.
    snapshots
        After how many steps to yield, ascending, from 0 to `horizon`.
    horizon
        How many samples there are.
    block
        How many samples are taken at a time.

    Yields
    ------
    steps : int
    first_layer : as given
        A copy.

    Raises
    ------
    UserError
        Snapshots are out of order or beyond the horizon, or sizes do not fit.
    """
    weights = np.array(first_layer, dtype=float)
    if weights.ndim not in (2, 3) or weights.shape[-2] != len(rule.second_layer):
        raise UserError(f"first layer of shape {weights.shape} for a readout of {len(rule.second_layer)} neurons")
    own = weights.reshape(-1, *weights.shape[-2:])  # a view
    length = block or block_length(own.shape[1], len(own))
    for start, stop, last in blocks(snapshots, horizon, length):
        if stop > start:
            inputs, labels = draw(stop - start)
            inputs = inputs.reshape(len(own), stop - start, -1)
            fields, gram = inputs @ own.transpose(0, 2, 1), inputs @ inputs.transpose(0, 2, 1)
            changes, kept = rule.block(replicas_last(fields), replicas_last(gram), labels.reshape(len(own), -1).T, start)
            if kept != 1:
                own *= kept
            own += changes.transpose(2, 1, 0) @ inputs
        if last:
            yield stop, weights.copy()


def replicas_last(array: np.ndarray) -> np.ndarray:
    """Return an array (replicas, a, b) as a contiguous one (a, b, replicas)."""
    return np.ascontiguousarray(array.transpose(1, 2, 0))
