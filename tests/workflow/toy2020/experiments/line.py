"""A noisy line: a sweep, a grid, theory and draws of several purposes."""

import os
import signal
import time
from pathlib import Path
from typing import Annotated

from feature_learning.core.experiment import Device, Draws, Experiment, Rows, Streams
from feature_learning.core.values import Count, Grid, Number


class Line(Experiment):
    """Points of a line, each with the mean of some noise."""

    slope: float
    start_at: float
    x: Grid[Annotated[float, Number(least=0)]]
    noise: Annotated[float, Number(most=1)]
    size: Count

    def generate(self, rng: Streams) -> Draws:
        """Draw the offset and the noise."""
        return {
            "offset": 0.01 * rng("teacher").standard_normal(1),
            "noise": self.noise * rng("noise").standard_normal(self.size),
        }

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per point of the line; files `hold` and `kill` in the working folder
        disturb one run.
        """
        disturbed = self.slope == 2.0 and rng.seed == 1
        if disturbed and Path("kill").exists():
            os.kill(os.getpid(), signal.SIGKILL)
        while disturbed and Path("hold").exists():
            time.sleep(0.01)
        for x in self.x:
            y = self.start_at + self.slope * x + draws["offset"][0] + draws["noise"].mean()
            yield {"x": x, "y": float(y)}

    def predict(self) -> Rows:
        """Yield the line without noise."""
        for x in self.x:
            yield {"x": x, "y": self.start_at + self.slope * x}
