"""Errors before and after one gradient step: one row per network, batch and alpha."""

from collections.abc import Sequence
from typing import ClassVar

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Grid, Positive, Precision
from feature_learning.papers.moniri2023.fits import BatchName, gains, trained_models
from feature_learning.papers.moniri2023.gain_curves import GainCurves
from feature_learning.papers.moniri2023.limits import limit_gains
from feature_learning.papers.moniri2023.model import OneTargetAndSize
from feature_learning.papers.moniri2023.networks import NetworkName
from feature_learning.papers.moniri2023.spikes import Spikes


class Quadratic(OneTargetAndSize):
    """What is gained, and learned of the quadratic part of the target."""

    network: Grid[NetworkName]
    batch: Grid[BatchName]
    alpha: Grid[float]
    ridge: Positive
    dtype: Precision
    degrees: ClassVar[Sequence[int]] = (2,)  # of the parts

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per network, batch of the regression, and alpha."""
        steps = self.sizes.steps(self.alpha)
        for name in self.network:
            for batch, model in trained_models(
                self.sigma, draws, name, device, self.dtype, self.batch
            ):
                for row in gains(model, self.link, self.ridge, steps, device, self.degrees):
                    yield {"network": name, "batch": batch, **row}

    def predict(self) -> Rows:
        """Yield the gains at the sizes, and the levels of each range.

        On the batch of the step they are those of the talk's network up to alpha = 1/4. With an
        activation other than the shifted ReLU there are rows of the network ``rank-one`` only.
        """
        curves = GainCurves(self.untrained(self.sizes), self.link, self.sizes, self.ridge)
        for batch in self.batch:
            for name in dict.fromkeys(map(curves.known, self.network)):
                found: Rows = iter(())
                if batch == "fresh":
                    found = curves.fresh(name, self.alpha)
                elif name == "slides":
                    found = curves.same(self.alpha)
                yield from ({"network": name, "batch": batch, **row} for row in found)


class Cubic(Quadratic):
    """What is gained, and learned of the quadratic and the cubic part, with a third spike."""

    degrees: ClassVar[Sequence[int]] = (2, 3)

    def predict(self) -> Rows:
        """Yield gains and learned fractions with three spikes against alpha, and the levels of
        l = 1 to 3.
        """
        link, features, sizes, ridge = self.link, self.untrained(self.sizes), self.sizes, self.ridge
        levels = {f"test_gain_l{k}": limit_gains(features, link, k, ridge)[1] for k in (1, 2, 3)}
        for alpha, eta in sizes.steps(self.alpha):
            spikes = Spikes(features, link, sizes.width, eta, (1, 2, 3))
            gain = spikes.gain(ridge)
            yield {
                "alpha": alpha,
                "objective_gain": gain.objective,
                "test_gain": gain.test,
                **{f"learned_h{degree}": spikes.learned(ridge, degree) for degree in self.degrees},
                **levels,
            }
