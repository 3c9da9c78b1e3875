"""Data of several replicas, and training with accuracies on the way."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, product

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.errors import UserError
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Purpose, Streams
from feature_learning.data.monomials import Monomials, monomials, parity_of
from feature_learning.data.parity import coordinate_sizes, labelled_signs
from feature_learning.training.langevin import Langevin

Samples = tuple[np.ndarray, np.ndarray]
"""Inputs (n, d) and labels (n,)."""
Cells = Sequence[tuple[int, float]]
"""Networks that are trained side by side: training points, and lam in units of ``d^(alpha-1)``."""


def checked(setting: Setting) -> None:
    """Refuse targets that do not fit the dimension.

    Raises
    ------
    UserError
        A size is wrong; the message names the experiment, the value and what is allowed.
    """
    for d, k in product(setting.ints("d"), setting.ints("k")):
        try:
            coordinate_sizes(d, k, _alpha(setting))
            target_of(setting["target"], k)
        except UserError as error:
            raise UserError(f"{setting.paper}/{setting.experiment}: {error}") from None


def _alpha(setting: Setting) -> float:
    return float(setting.values.get("alpha", 0.0))


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


class Trials:
    """The replicas of one dimension and target: nested training sets, test sets and neurons.

    Signs and neurons do not depend on k and alpha, so runs are paired over them.

    Parameters
    ----------
    setting
        Declares ``target``, ``replicas``, ``test_size``, what `network` needs and, optionally,
        ``alpha``.
    rng
        The seed's streams.
    d, k
        Dimension, and how many coordinates may matter.
    most
        The largest training set.
    """

    def __init__(self, setting: Setting, rng: Streams, d: int, k: int, most: int) -> None:
        sizes = coordinate_sizes(d, k, _alpha(setting))
        self._setting, self._rng, self._d, self._k = setting, rng, d, k
        self.replicas, self.heat_unit = setting["replicas"], d ** (_alpha(setting) - 1)
        self._sizes, self._target = sizes, target_of(setting["target"], k)
        self.inputs, self.labels = map(np.stack, zip(*self.samples("train", most), strict=True))
        self.test_inputs, self.test_labels = map(
            np.stack, zip(*self.samples("test", setting["test_size"]), strict=True)
        )

    def samples(self, purpose: Purpose, count: int, *key: int) -> list[Samples]:
        """Return each replica's inputs and labels, of its own stream."""
        return [
            labelled_signs(
                count, self._sizes, self._target, self._rng(purpose, replica, self._d, *key)
            )
            for replica in range(self.replicas)
        ]

    def network(self, cells: Cells, width: int, device: Device) -> Langevin:
        """Return untrained networks, every replica in every cell; cells share a replica's data,
        first neurons and noise. The setting declares ``eta``, ``penalty`` and ``scale``.
        """
        setting, count, n = self._setting, len(cells), max(n for n, _ in cells)
        neurons = [
            self._rng("init", replica, self._d).standard_normal((width, self._d + 2))
            for replica in range(self.replicas)
        ]
        labels = [np.where(np.arange(n) < size, self.labels[:, :n], 0) for size, _ in cells]
        return Langevin(
            np.concatenate([self.inputs[:, :n]] * count),
            np.concatenate(labels),
            np.stack(neurons * count),
            np.repeat(np.array([heat for _, heat in cells]) * self.heat_unit, self.replicas),
            penalty=setting["penalty"],
            step=setting["eta"],
            scale=setting["scale"],
            rng=self._rng("noise", self._d, self._k, n, width),
            device=device,
            sharing=count,
        )

    def accuracy(self, network: Langevin, cells: int) -> np.ndarray:
        """Return a network's accuracies on the replicas' test sets, shape (cells, replicas)."""
        return network.accuracy(self.test_inputs, self.test_labels).reshape(cells, -1)

    def training(
        self, cells: Cells, horizons: Iterable[float], device: Device
    ) -> Iterator[np.ndarray]:
        """Train every replica in every cell at once, and yield the accuracies, (cells, replicas),
        whenever ``eta steps`` is a horizon, in rising order. Whoever stops asking stops the
        training. The setting declares ``width`` and what `network` needs.
        """
        network, done = self.network(cells, self._setting["width"], device), 0
        for horizon in horizons:
            steps = round(horizon / self._setting["eta"])
            network.run(steps - done)
            done = steps
            yield self.accuracy(network, len(cells))


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
