"""Online SGD on the first layer of a two-layer network: every sample is seen once.

With ``f(x) = a . sigma(W x)``, a step takes one sample, ``delta = y - f(x)``, and

    W  <-  (1 - eta lambda) W + eta delta (a o sigma'(W x)) x^T,

with frozen biases where there are any.

Taken literally, a step is a matrix-vector product and a rank-one update. They pass over W for a
handful of operations per entry, so the cache's speed limits wide networks. Samples are
therefore taken a block at a time. A step depends on the steps before it only through their effect
on its own fields ``W x``, and this effect depends on the inner products ``x_s . x_t``. So a block
takes the fields under the weights at its start, its Gram matrix, a compiled recursion in these
small arrays, and one product ``C^T X`` for the weights. The result is that of one sample at a time,
up to rounding, and only a few matrix products per block touch the weights. A compiled loop with
rank-one updates was tried: it is as fast for up to about ten thousand weights, and half as fast for
200 x 200. ``benchmarks/test_online_sgd.py`` compares the two.

On Gaussian inputs no inputs are needed at all: ``gaussian_overlaps`` follows the overlaps of W with
itself and with the teacher, at a cost independent of the dimension.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.networks.activations import Activation
from feature_learning.training.online_loops import number_of, recursion
from feature_learning.training.schedule import blocks

# width x block^2. The recursion's cost per sample grows with the block, all other costs fall:
# here they meet.
_WORK = 450_000
_SHORTEST, _LONGEST = 8, 96
DRAWN = 65_536  # numbers drawn at a time, half a megabyte

Draw = Callable[[int], tuple[np.ndarray, np.ndarray]]
"""Takes a count; returns that many fresh inputs (count, d) and their labels (count,)."""


@dataclass(frozen=True)
class Rule:
    """How a sample changes the first layer.

    Attributes
    ----------
    activation
        sigma.
    second_layer : (width,)
        The readout, including any scaling by the width.
    step
        eta, or a function of the number of the step (an array of integers, counted from 0).
    decay
        lambda, of the weight decay. Biases do not decay.
    bias : (width,), optional
        b, of ``sigma(W x + b)``. It stays as it is.

    Raises
    ------
    UserError
        There is no neuron, eta or lambda is out of range, or the activation has no compiled form.
    """

    activation: Activation
    second_layer: np.ndarray
    step: float | Callable[[np.ndarray], np.ndarray]
    decay: float = 0.0
    bias: np.ndarray | None = None

    def __post_init__(self) -> None:
        if np.ndim(self.second_layer) != 1 or len(self.second_layer) < 1:
            raise UserError(
                f"a network of {np.size(self.second_layer)} neurons: width must be at least 1"
            )
        if not callable(self.step) and not (np.isfinite(self.step) and self.step > 0):
            raise UserError(f"step size {self.step}: must be a positive number")
        if not (np.isfinite(self.decay) and self.decay >= 0):
            raise UserError(f"weight decay {self.decay}: must be a number of at least 0")
        number_of(self.activation)
        if self.bias is not None and np.shape(self.bias) != np.shape(self.second_layer):
            raise UserError(f"{np.size(self.bias)} biases for {len(self.second_layer)} neurons")

    def sizes(self, start: int, count: int) -> np.ndarray:
        """Return the step sizes of `count` steps from number `start` on.

        Parameters
        ----------
        start, count
            Number of the first step, and how many.

        Raises
        ------
        UserError
            The schedule gives a step size that is not positive and finite, or that decays weights
            past zero.
        """
        steps = (
            np.full(count, self.step)
            if not callable(self.step)
            else np.asarray(self.step(np.arange(start, start + count)), dtype=float)
        )
        if not (np.isfinite(steps) & (steps > 0)).all():
            bad = int(np.argmin(np.isfinite(steps) & (steps > 0)))
            raise UserError(
                f"the schedule gives step size {steps[bad]} at step {start + bad}: must be a "
                "positive number"
            )
        if (steps * self.decay >= 1).any():
            raise UserError(
                f"step size {steps.max():g} with weight decay {self.decay:g} turns the weights' "
                "sign: their product must be below 1"
            )
        return steps

    def factors(self, start: int, count: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the sizes of steps, and what the decay leaves of the weights in each.

        Parameters
        ----------
        start, count
            As in `sizes`, which also says what is raised.
        """
        sizes = self.sizes(start, count)
        return sizes, 1 - sizes * self.decay

    @cached_property
    def network(self) -> tuple[int, np.ndarray, np.ndarray]:
        """The arguments of compiled code: the activation's number, readout and biases (width,)."""
        readout = np.ascontiguousarray(self.second_layer, dtype=float)
        bias = (
            np.zeros_like(readout)
            if self.bias is None
            else np.ascontiguousarray(self.bias, dtype=float)
        )
        return number_of(self.activation), readout, bias


def block_length(width: int) -> int:
    """Return how many samples to take at a time.

    They are as many as keep the recursion short compared with the matrix products.
    """
    return int(min(_LONGEST, max(_SHORTEST, (_WORK / width) ** 0.5)))


def online_sgd(
    first_layer: np.ndarray,
    rule: Rule,
    draw: Draw,
    snapshots: Sequence[int],
    horizon: int,
    *,
    block: int | None = None,
) -> Iterator[tuple[int, np.ndarray]]:
    """Train on a stream of samples and yield the weights at the snapshots.

    Parameters
    ----------
    first_layer : (width, d) or (replicas, width, d)
        The initial weights, which are left as they are. Replicas are independent runs that share
        the interpreter's work.
    rule
        How a sample changes the weights.
    draw
        Where samples come from. With replicas, inputs are (replicas, count, d) and labels
        (replicas, count). A stream that fills its arrays sample by sample gives the same run for
        every `block`.
    snapshots
        After how many steps to yield, ascending, from 0 to `horizon`.
    horizon
        How many samples there are.
    block
        How many samples are taken at a time. More are drawn at a time.

    Yields
    ------
    steps : int
        After how many.
    first_layer : as given
        A copy.

    Raises
    ------
    UserError
        Snapshots are out of order or beyond the horizon, or sizes do not fit.
    """
    weights = np.array(first_layer, dtype=float)
    if weights.ndim not in (2, 3) or weights.shape[-2] != len(rule.second_layer):
        raise UserError(
            f"first layer of shape {weights.shape} for a readout of {len(rule.second_layer)} "
            "neurons"
        )
    own = weights.reshape(-1, *weights.shape[-2:])  # a view
    length = block or block_length(own.shape[1])
    for start, stop, last in blocks(snapshots, horizon, max(length, DRAWN // own[:, 0].size)):
        if stop > start:
            inputs, labels = draw(stop - start)
            inputs, labels = (
                inputs.reshape(len(own), stop - start, -1),
                labels.reshape(len(own), -1),
            )
            sizes, kept = rule.factors(start, stop - start)
            for first in range(0, stop - start, length):
                part = slice(first, first + length)
                x, y = inputs[:, part], np.ascontiguousarray(labels[:, part])
                changes, gram = x @ own.transpose(0, 2, 1), x @ x.transpose(0, 2, 1)
                for run in zip(changes, gram, y, strict=True):
                    recursion(*rule.network, *run, sizes[part], kept[part])
                if rule.decay:
                    own *= np.prod(kept[part])
                own += changes.transpose(0, 2, 1) @ x
        if last:
            yield stop, weights.copy()
