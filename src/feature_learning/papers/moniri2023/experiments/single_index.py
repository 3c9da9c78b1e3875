"""What one step learns of a target of two directions, of which it finds one."""

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Grid, Positive
from feature_learning.data.covariates import on_sphere
from feature_learning.data.links import Link
from feature_learning.papers.moniri2023.fits import BATCHES, BatchName, batch_of
from feature_learning.papers.moniri2023.model import OneTargetAndSize
from feature_learning.papers.moniri2023.networks import NETWORKS, first_step
from feature_learning.papers.moniri2023.population import learned_quadratic
from feature_learning.training.second_layer import ridge

_OTHER = Link.monic(0.0, 0.0, 0.5)
"""What the labels have along the second direction, ``H_2/2``."""


class SingleIndex(OneTargetAndSize):
    """The learned fractions of H_2 along two directions of a target, for the talk's network."""

    batch: Grid[BatchName]
    alpha: Grid[float]
    ridge: Positive

    def generate(self, rng: Streams) -> Draws:
        """Draw as for a target of one direction, and add a part along one that is orthogonal to
        it.
        """
        drawn = super().generate(rng)
        first = drawn["beta_star"]
        second = rng("teacher", 1).standard_normal(len(first))
        second = on_sphere(second - (second @ first) * first)
        labels = {
            f"{purpose}_labels": drawn[f"{purpose}_labels"]
            + _OTHER(drawn[f"{purpose}_inputs"] @ second)
            for purpose in BATCHES.values()
        }
        return {**drawn, **labels, "second_direction": second}

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per batch and alpha."""
        sigma, steps = self.sigma, self.sizes.steps(self.alpha)
        along = (("h2", "beta_star", self.link), ("other", "second_direction", _OTHER))
        step = first_step(NETWORKS["slides"], draws, sigma, device)
        for batch in self.batch:
            inputs, labels = map(device.put, batch_of(draws, batch))
            for alpha, eta in steps:
                rows = step.rows(eta)
                features = sigma(inputs @ rows.T, device.xp)
                solved = ridge(features, labels, self.ridge * self.n, device.xp)
                readout, weights = device.get(solved), device.get(rows)
                parts = {
                    f"learned_{name}": learned_quadratic(
                        sigma, weights, readout, draws[vector], target
                    )
                    for name, vector, target in along
                }
                yield {"batch": batch, "alpha": alpha, **parts}
