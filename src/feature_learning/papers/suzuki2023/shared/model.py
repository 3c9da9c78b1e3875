"""What the experiments share: checked sizes, parity data of a replica, and training with accuracies on the way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.errors import UserError
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.data.parity import coordinate_sizes, parity
from feature_learning.training.langevin import Langevin


def checked(setting: Setting) -> None:
    """Refuse parities that do not fit the dimension.

    Raises
    ------
    UserError
        A size is wrong; the message names the experiment, the value and what is allowed.
    """
    where = f"{setting.paper}/{setting.experiment}"
    alpha = float(setting.values.get("alpha", 0.0))
    for d in setting.grid.get("d", (setting.values.get("d", 1),)):
        for k in setting.grid.get("k", (setting.values.get("k", 1),)):
            try:
                coordinate_sizes(int(d), int(k), alpha)
            except UserError as error:
                raise UserError(f"{where}: {error}") from None


class Trials:
    """The replicas of one dimension and parity: nested training sets, test sets and neurons.

    Parameters
    ----------
    setting
        Declares ``replicas``, ``test_size``, optionally ``alpha``.
    rng
        The seed's streams. Signs and neurons do not depend on k and alpha, so runs are paired over them.
    d, k
        Dimension and degree.
    most
        The largest training set.
    """

    def __init__(self, setting: Setting, rng: Streams, d: int, k: int, most: int) -> None:
        sizes = coordinate_sizes(d, k, float(setting.values.get("alpha", 0.0)))
        self._rng, self._d, self._k, self.replicas = rng, d, k, int(setting["replicas"])
        self.heat_unit = float(d) ** (float(setting.values.get("alpha", 0.0)) - 1)
        runs = range(self.replicas)
        drawn = {
            "train": [parity(most, sizes, k, rng("train", replica, d)) for replica in runs],
            "test": [parity(int(setting["test_size"]), sizes, k, rng("test", replica, d)) for replica in runs],
        }
        self.inputs = np.stack([x for x, _ in drawn["train"]])
        self.test_inputs = np.stack([x for x, _ in drawn["test"]], dtype=np.float32)
        self.labels, self.test_labels = (np.stack([y for _, y in drawn[part]]) for part in ("train", "test"))

    def network(self, setting: Setting, cells: Sequence[tuple[int, float]], width: int, device: Device) -> Langevin:
        """Return untrained networks, every replica in every cell; cells share a replica's data, first neurons and noise.

        Parameters
        ----------
        setting
            Declares ``eta``, ``penalty`` and ``scale``.
        cells
            Training points, and lam in units of ``d^(alpha-1)``.
        width
            Neurons.
        device
            Where the products run.
        """
        count, n = len(cells), max(n for n, _ in cells)
        start = [self._rng("init", replica, self._d).standard_normal((width, self._d + 2)) for replica in range(self.replicas)]
        inputs, neurons = (np.concatenate([part] * count) for part in (self.inputs[:, :n], np.stack(start)))
        labels = np.concatenate([np.where(np.arange(n) < own, self.labels[:, :n], 0) for own, _ in cells])
        return Langevin(
            inputs,
            labels,
            neurons,
            np.repeat(np.array([heat for _, heat in cells]) * self.heat_unit, self.replicas),
            penalty=float(setting["penalty"]),
            step=float(setting["eta"]),
            scale=float(setting["scale"]),
            rng=self._rng("noise", self._d, self._k, n, width),
            device=device,
            sharing=count,
        )

    def accuracy(self, network: Langevin, cells: int) -> np.ndarray:
        """Return the accuracies of `network`'s cells on the replicas' test sets, shape (cells, replicas)."""
        return network.accuracy(self.test_inputs, self.test_labels).reshape(cells, -1)

    def training(
        self, setting: Setting, cells: Sequence[tuple[int, float]], horizons: Iterable[float], device: Device
    ) -> Iterator[np.ndarray]:
        """Train every replica in every cell at once; yield the accuracies, (cells, replicas), whenever ``eta steps`` is a horizon.

        Parameters
        ----------
        setting
            Declares ``width`` and what `network` needs.
        cells
            As for `network`.
        horizons
            In rising order. Whoever stops asking stops the training.
        device
            Where the products run.
        """
        network, done = self.network(setting, cells, int(setting["width"]), device), 0
        for horizon in horizons:
            steps = round(horizon / float(setting["eta"]))
            network.run(steps - done)
            done = steps
            yield self.accuracy(network, len(cells))


def batches(sizes: Iterable[int]) -> list[list[int]]:
    """Return sample sizes, rising, in groups that are trained at once.

    On few samples a step is mostly the overhead of calls, so that sizes up to 8, 16 and 32 are trained together. Larger ones
    are trained alone.
    """
    return [list(group) for _, group in groupby(sorted(sizes), lambda n: next((most for most in (8, 16, 32) if n <= most), n))]


def rows(names: Mapping[str, object], accuracies: np.ndarray) -> list[dict[str, object]]:
    """Return one row per replica, from accuracies of shape (replicas,)."""
    return [{**names, "replica": replica, "accuracy": float(one)} for replica, one in enumerate(accuracies)]
