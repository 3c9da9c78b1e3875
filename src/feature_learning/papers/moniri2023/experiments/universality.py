"""The talk's trained features against the models that its universality puts in their place."""

from collections.abc import Iterator
from typing import Literal

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Grid, Positive, Precision
from feature_learning.papers.moniri2023.fits import BatchName, Model, gains, trained_models
from feature_learning.papers.moniri2023.limits import level_gains, limit_gains
from feature_learning.papers.moniri2023.model import (
    OneSize,
    Spiked,
    Targets,
    batches,
    spikes_kept,
    task_link,
    weights,
)
from feature_learning.papers.moniri2023.networks import NETWORKS
from feature_learning.papers.moniri2023.spiked import spiked_models, talk_spikes

_NETWORKS = {"talk": "slides", "slide": "slide"}


class _Compared(Targets, OneSize):
    """Models on the same draws, for several targets.

    The models are the talk's network, the slide's F, the untrained features plus the theorem's
    spikes, and linear features plus noise with the same spikes, these on a fresh batch alone.
    """

    model: Grid[Literal["noise", "slide", "spikes", "talk"]]
    batch: Grid[BatchName]
    alpha: Grid[float]
    ridge: Positive
    dtype: Precision

    def generate(self, rng: Streams) -> Draws:
        """Draw the teacher and the initial network."""
        return weights(self.sizes, rng)

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per task, model, batch and alpha, with the columns of `gains`."""
        steps = self.sizes.steps(self.alpha)
        for problem in self.problem:
            link = task_link(problem)
            arrays = {**draws, **batches(self.sizes, link, draws["beta_star"], rng)}
            for name in self.model:
                for batch, model in self._models(arrays, rng, device, name):
                    point = {**problem, "model": name, "batch": batch}
                    for row in gains(model, link, self.ridge, steps, device):
                        yield {**point, **row}

    def _models(
        self, draws: Draws, rng: Streams, device: Device, name: str
    ) -> Iterator[tuple[str, Model]]:
        if name in _NETWORKS:
            return trained_models(
                self.sigma, draws, _NETWORKS[name], device, self.dtype, self.batch
            )
        spikes, noise = talk_spikes(self.sigma, draws, self.alpha), name == "noise"
        rows, batches = draws["first_layer"], ("fresh",) if noise else self.batch
        return spiked_models(spikes, draws, rows, rng, device, self.dtype, batches, surrogate=noise)


class ErrorsByStep(_Compared):
    """The trained features at steps of every size."""

    model: Grid[Literal["slide", "talk"]]


class Universality(_Compared):
    """The trained features against features with spikes."""

    alpha: Grid[Spiked]

    def predict(self) -> Rows:
        """Yield each model's gains at an infinite step in the range of alpha, for a fresh batch."""
        features, ridge = self.untrained(self.sizes), self.ridge
        for problem in self.problem:
            link = task_link(problem)
            for model in self.model:
                for alpha in self.alpha:
                    degree = spikes_kept(alpha)
                    if model == "noise":
                        objective, test = limit_gains(features, link, degree, ridge)
                    else:
                        network = NETWORKS["slides" if model == "talk" else "slide"]
                        objective, test = level_gains(features, link, network, degree, ridge)
                    point = {**problem, "model": model, "alpha": alpha}
                    yield {**point, "objective_gain": objective, "test_gain": test}
