"""Distance of networks of finite width from the infinite network, on the population flow."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Experiment, Rows, Streams
from feature_learning.core.values import Count, Grid, NotNegative
from feature_learning.papers.background.model import Dimension
from feature_learning.theory.mean_field import (
    fluctuation_constant,
    population_flow,
    square_limit,
    square_risk,
)


class WidthFluctuations(Experiment):
    """``E_x (f_p - f_inf)^2`` for networks of p neurons."""

    d: Dimension
    width: Grid[Count]
    t: NotNegative
    replicas: Count

    def generate(self, rng: Streams) -> Draws:
        """Draw second moments of normal weights, nested over widths."""
        d, widths = self.d, self.width
        moments = []
        for replica in range(self.replicas):
            weights = rng("init", replica).standard_normal((max(widths), d))
            moments.append([weights[:p].T @ weights[:p] / (p * d) for p in widths])
        return {"moments": np.array(moments)}

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per run and width."""
        d, time = self.d, self.t
        direction = np.eye(d)[0]
        (along,), (across,) = square_limit(d, [time])
        limit = np.diag(np.where(direction == 1, along, across))
        ends = population_flow(draws["moments"], direction, [time])[-1]
        squares = 2 * square_risk(ends, limit)
        for width, of_width in zip(self.width, squares.T, strict=True):
            for replica, square in enumerate(of_width):
                yield {"width": width, "replica": replica, "fluctuation": float(square)}

    def predict(self) -> Rows:
        """Yield ``constant/p`` of the linearised flow."""
        constant = fluctuation_constant(self.d, self.t)
        for width in map(float, self.width):
            yield {"width": width, "fluctuation": constant / width}
