"""Networks, their batches and their overlaps, which the experiments of this paper share.

The step is ``w_i <- w_i + step a_i g_i`` and the output ``(1/p) sum_i a_i sigma(<w_i, x>)``.

Experiments run in d dimensions or, with the ``method`` ``reduced``, in coordinates of the span of
weights and teacher, which is exact in law. Then the teacher's directions are the first axes, and
weights and gradients have one column per coordinate.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Literal

import numpy as np

from feature_learning.core.errors import lookup
from feature_learning.core.experiment import Device, Draws, Experiment, Streams
from feature_learning.core.streams import Purpose
from feature_learning.core.values import ActivationName, Count
from feature_learning.data.covariates import GaussianBatch, orthonormal
from feature_learning.data.targets import HermiteTarget
from feature_learning.networks.activations import Activation
from feature_learning.networks.initialisation import first_layer, mirrored
from feature_learning.networks.named import activation
from feature_learning.training.reduction import Coordinates, initial_coordinates
from feature_learning.training.streamed_step import Labels, Student, stepped, streamed_gradients

Readout = Literal["equal", "uniform", "wide"]  # of `readout`


def labels(target: HermiteTarget, teacher: np.ndarray) -> Labels:
    """Return the labels ``f*(W* x)`` for a teacher of shape (r, d), or (r, r) in the first
    coordinates.
    """
    return lambda x: target(x[:, : teacher.shape[1]] @ teacher.T.astype(x.dtype))


def network(
    directions: int,
    d: int,
    width: int,
    rng: Streams,
    *key: int,
    law: str = "sphere",
    reduced: bool = False,
) -> Draws:
    """Draw ``teacher`` and ``first``: (directions, d) and (width, d), or (directions, directions)
    and (width, k) in coordinates.
    """
    if reduced:
        first, teacher = initial_coordinates(width, directions, d, law, rng("init", *key))
        return {"teacher": teacher[:, :directions], "first": first}
    return {
        "teacher": orthonormal(directions, d, rng("teacher", *key)),
        "first": first_layer(width, d, law, rng("init", *key)),
    }


def unpaired(d: int, width: int, rng: Streams, *, reduced: bool = False) -> Draws:
    """Draw two directions and a Gaussian network without mirror pairs, as in the authors' code."""
    drawn = network(2, d, width, rng, law="gaussian", reduced=reduced)
    return {**drawn, "second": rng("init", 1).standard_normal(width)}


def labelled(draws: Mapping[Any, Draws]) -> Draws:
    """Return the draws of several labels, named ``teacher-label`` and ``first-label``."""
    return {f"{name}-{label}": array for label, of in draws.items() for name, array in of.items()}


def batch(
    n: int, d: int, rng: Streams, purpose: Purpose, *key: int, dtype: str = "float32"
) -> GaussianBatch:
    """Return a batch whose chunks are drawn from ``(purpose, key, chunk)``."""
    return GaussianBatch(n, d, partial(rng, purpose, *key), dtype)


def both_signs(half: np.ndarray, push: float, gradient: np.ndarray) -> np.ndarray:
    """Return the weights after a step of the neurons with positive readout, then of the others."""
    return np.concatenate(
        [stepped(half, np.full(len(half), sign * push), gradient) for sign in (1, -1)]
    )


def cosines(rows: np.ndarray, directions: np.ndarray) -> np.ndarray:
    """Return the cosines of rows (p, d) with unit directions (r, d), or (r, r) in the first
    coordinates; shape (p, r).
    """
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    return rows[:, : directions.shape[1]] @ directions.T / norms


def rms(values: np.ndarray) -> np.ndarray:
    """Return the root mean square over the first axis."""
    return np.sqrt((values**2).mean(axis=0))


def strengths(cosine_block: np.ndarray) -> np.ndarray:
    """Return the singular values over sqrt p of a (p, r) block of cosines, which say how strongly
    each direction is present.
    """
    return np.linalg.svd(cosine_block, compute_uv=False) / math.sqrt(len(cosine_block))


def readout(law: str, pairs: int) -> np.ndarray:
    """Return the readout of one neuron of each pair, by its law.

    ``equal`` (1), ``uniform`` (evenly on [0, sqrt 3], the paper's law at unit variance), ``spread``
    (.05 to 3) or ``wide`` (.1 to 1.5).
    """
    laws = {
        "uniform": 3**0.5 * (np.arange(pairs) + 0.5) / pairs,
        "equal": np.ones(pairs),
        "spread": np.geomspace(0.05, 3.0, pairs),
        "wide": np.geomspace(0.1, 1.5, pairs),
    }
    return lookup(laws, law, "law of the readout")


class Activated(Experiment):
    """Neurons of one activation."""

    activation: ActivationName

    @property
    def sigma(self) -> Activation:
        """The activation."""
        return activation(self.activation)


class Network(Experiment):
    """A network of mirror pairs, or one neuron of each."""

    width: Count  # neurons

    @property
    def reduced(self) -> bool:
        """True if the experiment runs in coordinates."""
        return False

    def pairs(self, directions: int, d: int, rng: Streams, *key: int) -> Draws:
        """Draw the teacher's directions and one neuron of each pair."""
        return network(directions, d, self.width // 2, rng, *key, reduced=self.reduced)

    def pairs_at(self, dimensions: Iterable[int], directions: int, rng: Streams) -> Draws:
        """Draw `pairs` at every dimension, named ``teacher-d`` and ``first-d``."""
        return labelled({d: self.pairs(directions, d, rng, d) for d in dimensions})

    def mirrored(self, half: np.ndarray, law: str) -> tuple[np.ndarray, np.ndarray]:
        """Return both layers of mirror pairs, for one neuron of each and the readout's law."""
        return mirrored(half, readout(law, self.width // 2), self.width)

    def coordinates(self, directions: int, d: int, rng: Streams, *key: int) -> Coordinates | None:
        """Return the method that follows networks in coordinates, or None in d dimensions."""
        stream = partial(rng, "surrogate", *key)
        return Coordinates(d, directions, stream) if self.reduced else None

    def first_gradients(
        self,
        directions: int,
        d: int,
        students: Sequence[Student],
        sizes: Sequence[int],
        rng: Streams,
        device: Device,
        *key: int,
    ) -> Iterator[tuple[int, list[np.ndarray]]]:
        """Yield ``(n, gradients)`` of a first step for growing sizes of one batch."""
        inputs = batch(max(sizes), students[0].first_layer.shape[1], rng, "train", *key)
        reduced = self.coordinates(directions, d, rng, *key)
        outside = reduced.outside(inputs.d) if reduced else None
        return streamed_gradients(inputs, students, device, sizes, outside)


class Reducible(Network):
    """A network in d dimensions or, with the same law, in coordinates."""

    method: Literal["direct", "reduced"]

    @property
    def reduced(self) -> bool:
        """True if the experiment runs in coordinates."""
        return lookup({"direct": False, "reduced": True}, self.method, "method")
