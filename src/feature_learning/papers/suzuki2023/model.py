"""Boolean targets in several replicas, and networks that are trained on them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, product
from typing import Annotated

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.core.experiment import Device, Experiment, Streams
from feature_learning.core.streams import Purpose
from feature_learning.core.values import Count, Function, Positive, whole
from feature_learning.data.monomials import Monomials, monomials, parity_of
from feature_learning.data.parity import coordinate_sizes, labelled_signs
from feature_learning.training.langevin import Langevin

Samples = tuple[np.ndarray, np.ndarray]
"""Inputs (n, d) and labels (n,)."""
Cells = Sequence[tuple[int, float]]
"""Networks that are trained side by side: training points, and lam in units of ``d^(alpha-1)``."""
Relevant = Annotated[int, whole(most="d")]  # coordinates that may matter
BooleanTarget = Annotated[str, Function("boolean", ("parity",))]


def target_of(name: str, k: int) -> Monomials:
    """Return the target of the first k coordinates: ``parity``, their product, or monomials.

    Raises
    ------
    UserError
        The name is unknown, or the target has later coordinates.
    """
    target = parity_of(k) if name == "parity" else monomials(name)
    if target.last > k:
        raise UserError(
            f"target {name}: has coordinate {target.last}, and only the first k = {k} may matter"
        )
    return target


class Parities(Experiment):
    """A target of the first k coordinates, in several replicas."""

    target: BooleanTarget
    replicas: Count
    test_size: Count
    alpha = 0.0  # the first k coordinates are ``d^(alpha/2)`` times the others

    def pairs(self, degrees: Iterable[int], dimensions: Iterable[int]) -> list[tuple[int, int]]:
        """Return each k with each d; refuse a target that does not fit before any training.

        Raises
        ------
        UserError
            A size is wrong; the message names the value and what is allowed.
        """
        found = list(product(degrees, dimensions))
        for k, d in found:
            coordinate_sizes(d, k, self.alpha)
            target_of(self.target, k)
        return found


class Trials:
    """The replicas of one dimension and target: nested training sets, test sets and neurons.

    Signs and neurons do not depend on k and alpha, so runs are paired over them.

    Parameters
    ----------
    of
        The experiment.
    rng
        The seed's streams.
    d, k
        Dimension, and how many coordinates may matter.
    most
        The largest training set.
    """

    def __init__(self, of: Parities, rng: Streams, d: int, k: int, most: int) -> None:
        self.rng, self.d, self.k, self.replicas = rng, d, k, of.replicas
        self.heat_unit = d ** (of.alpha - 1)
        self._sizes, self._target = coordinate_sizes(d, k, of.alpha), target_of(of.target, k)
        self.inputs, self.labels = map(np.stack, zip(*self.samples("train", most), strict=True))
        self.test_inputs, self.test_labels = map(
            np.stack, zip(*self.samples("test", of.test_size), strict=True)
        )

    def samples(self, purpose: Purpose, count: int, *key: int) -> list[Samples]:
        """Return each replica's inputs and labels, of its own stream."""
        return [
            labelled_signs(
                count, self._sizes, self._target, self.rng(purpose, replica, self.d, *key)
            )
            for replica in range(self.replicas)
        ]

    def accuracy(self, network: Langevin, cells: int) -> np.ndarray:
        """Return a network's accuracies on the replicas' test sets, shape (cells, replicas)."""
        return network.accuracy(self.test_inputs, self.test_labels).reshape(cells, -1)


class Trained(Parities):
    """Networks that are trained by noisy gradient descent."""

    eta: Positive  # the step size
    penalty: Positive
    scale: Positive  # of the output

    def network(self, trials: Trials, cells: Cells, width: int, device: Device) -> Langevin:
        """Return untrained networks, every replica in every cell; cells share a replica's data,
        first neurons and noise.
        """
        d, count, n = trials.d, len(cells), max(n for n, _ in cells)
        neurons = [
            trials.rng("init", replica, d).standard_normal((width, d + 2))
            for replica in range(self.replicas)
        ]
        labels = [np.where(np.arange(n) < size, trials.labels[:, :n], 0) for size, _ in cells]
        return Langevin(
            np.concatenate([trials.inputs[:, :n]] * count),
            np.concatenate(labels),
            np.stack(neurons * count),
            np.repeat(np.array([heat for _, heat in cells]) * trials.heat_unit, self.replicas),
            penalty=self.penalty,
            step=self.eta,
            scale=self.scale,
            rng=trials.rng("noise", d, trials.k, n, width),
            device=device,
            sharing=count,
        )

    def training(
        self, trials: Trials, cells: Cells, width: int, horizons: Iterable[float], device: Device
    ) -> Iterator[np.ndarray]:
        """Train every replica in every cell at once, and yield the accuracies, (cells, replicas),
        whenever ``eta steps`` is a horizon, in rising order. Whoever stops asking stops the
        training.
        """
        network, done = self.network(trials, cells, width, device), 0
        for horizon in horizons:
            steps = round(horizon / self.eta)
            network.run(steps - done)
            done = steps
            yield trials.accuracy(network, len(cells))


def batches(sizes: Iterable[int]) -> list[list[int]]:
    """Return sample sizes, rising, in groups that are trained at once.

    On few samples a step is mostly the overhead of calls, so sizes up to 8, 16 and 32 are
    trained together. Larger ones are trained alone.
    """

    def largest(n: int) -> int:
        return next((most for most in (8, 16, 32) if n <= most), n)

    return [list(group) for _, group in groupby(sorted(sizes), largest)]


def rows(point: Mapping[str, object], accuracies: np.ndarray) -> list[dict[str, object]]:
    """Return one row per replica, from accuracies of shape (replicas,)."""
    return [
        {**point, "replica": replica, "accuracy": accuracy}
        for replica, accuracy in enumerate(accuracies.tolist())
    ]
