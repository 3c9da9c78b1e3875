"""A cloud, whose points are drawn before, and a ring, whose points are drawn as it runs."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Experiment, Rows, Streams
from feature_learning.core.values import Positive

COUNT = 20


class Cloud(Experiment):
    """The mean of a cloud."""

    centre: float

    def generate(self, rng: Streams) -> Draws:
        """Draw the points."""
        return {"points": self.centre + rng("init").standard_normal(COUNT)}

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield the mean."""
        yield {"mean": float(draws["points"].mean())}


class Ring(Experiment):
    """The mean of points on a ring."""

    radius: Positive

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield how far the mean of the points is from their centre."""
        angles = rng("init").uniform(0, 2 * np.pi, COUNT)
        mean = np.hypot(np.cos(angles).mean(), np.sin(angles).mean())
        yield {"distance": self.radius * float(mean)}
