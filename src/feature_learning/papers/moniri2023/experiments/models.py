"""Models that the theorem and its universality call equivalent, and the exact network, with rows on
the sphere (fig6, fig8).
"""

from typing import Literal

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Grid, Positive, Precision
from feature_learning.data.covariates import on_sphere
from feature_learning.papers.moniri2023.fits import gains, trained_models
from feature_learning.papers.moniri2023.gain_curves import GainCurves
from feature_learning.papers.moniri2023.model import OneTargetAndSize, Spiked
from feature_learning.papers.moniri2023.networks import NETWORKS
from feature_learning.papers.moniri2023.spiked import spiked_models, talk_spikes


class Models(OneTargetAndSize):
    """The exact gradient, its rank-one part, and untrained or linear features with its spikes."""

    model: Grid[Literal["rank-one", "simplified", "spikes", "surrogate"]]
    alpha: Grid[Spiked]
    ridge: Positive
    dtype: Precision

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per model and alpha, with the columns of `gains`; the batch is fresh."""
        sigma, rows = self.sigma, on_sphere(draws["first_layer"])
        spikes, steps = talk_spikes(sigma, draws, self.alpha), self.sizes.steps(self.alpha)
        for name in self.model:
            if name in NETWORKS:
                found = trained_models(sigma, draws, name, device, self.dtype)
            else:
                surrogate = name == "surrogate"
                found = spiked_models(
                    spikes, draws, rows, rng, device, self.dtype, surrogate=surrogate
                )
            for _, model in found:
                for row in gains(model, self.link, self.ridge, steps, device):
                    yield {"model": name, **row}

    def predict(self) -> Rows:
        """Yield the gains of the exact gradient and of its rank-one part, with which spiked models
        agree.
        """
        curves = GainCurves(self.untrained(self.sizes), self.link, self.sizes, self.ridge)
        for model in self.model:
            name = "simplified" if model == "simplified" else "rank-one"
            if curves.known(name) == name:
                yield from ({"model": model, **row} for row in curves.fresh(name, self.alpha))
