"""Directions, networks and batches of the study."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Annotated

import numpy as np

from feature_learning.core.experiment import Device, Streams
from feature_learning.core.values import whole
from feature_learning.data.covariates import GaussianBatch
from feature_learning.data.targets import STAIRCASE, HermiteTarget
from feature_learning.networks.activations import Activation
from feature_learning.training.reduction import Reduced, initial_coordinates
from feature_learning.training.streamed_step import reduced_gradients

LINE = STAIRCASE.linear() / np.linalg.norm(STAIRCASE.linear())
ACROSS = np.array([-LINE[1], LINE[0]])

Dimension = Annotated[int, whole(least=7)]


def network(
    width: int, d: int, target: HermiteTarget, activation: Activation, rng: Streams, *key: int
) -> Reduced:
    """Return neurons on the unit sphere and a teacher; the output counts as zero, as with mirror
    pairs.
    """
    directions = len(next(iter(target.terms)))
    first, teacher = initial_coordinates(width, directions, d, "sphere", rng("init", *key))
    return Reduced(first, teacher, d, target, activation)


def gradients(
    state: Reduced, sizes: Sequence[int], rng: Streams, device: Device, *key: int
) -> Iterator[tuple[int, np.ndarray]]:
    """Return ``(n, gradient)`` on the first n inputs of a fresh batch, for each n, smallest
    first.
    """
    batch = GaussianBatch(max(sizes), state.coordinates, partial(rng, "train", *key), "float32")
    return reduced_gradients(state, batch, device, rng("surrogate", *key), sizes)


def cosines(rows: np.ndarray, teacher: np.ndarray) -> np.ndarray:
    """Return the cosines of rows (p, k + m) with the teacher's directions (r, k), shape (p, r)."""
    return rows[:, : teacher.shape[1]] @ teacher.T / np.linalg.norm(rows, axis=1, keepdims=True)
