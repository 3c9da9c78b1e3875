"""Universality of the spiked models where the ridge regression has an intercept."""

from collections.abc import Iterator
from typing import Any, Literal

import numpy as np

from feature_learning.core.experiment import Device, Draws, Streams
from feature_learning.core.values import Grid
from feature_learning.papers.moniri2023.experiments.universality import Universality
from feature_learning.papers.moniri2023.fits import Model
from feature_learning.papers.moniri2023.population import Population

_SIZE = 100.0  # of the constant feature: the ridge on its readout is 10^4 times smaller


class Intercept(Universality):
    """Untrained features, or linear ones plus noise, with the theorem's spikes and a constant
    feature.
    """

    model: Grid[Literal["noise", "spikes"]]

    def _models(
        self, draws: Draws, rng: Streams, device: Device, name: str
    ) -> Iterator[tuple[str, Model]]:
        for batch, model in super()._models(draws, rng, device, name):
            yield batch, with_intercept(model, device)


def with_intercept(model: Model, device: Device) -> Model:
    """Return a model with a constant feature, so large that its readout has no penalty."""

    def features(eta: float) -> Any:
        found = model.features(eta)
        return device.xp.concat([found, device.xp.full_like(found[:, :1], _SIZE)], axis=1)

    def population(eta: float) -> Population:
        own = model.population(eta)
        means = _SIZE * own.hermite[:, :1]
        constant = np.eye(1, own.hermite.shape[1]) * _SIZE
        gram = np.block([[own.gram, means], [means.T, np.full((1, 1), _SIZE**2)]])
        return Population(gram, np.concatenate([own.hermite, constant]))

    return Model(features, model.labels, population)
