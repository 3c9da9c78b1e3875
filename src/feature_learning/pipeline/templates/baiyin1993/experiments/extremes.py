"""Extreme singular values of the untrained first layer."""

from typing import Annotated, Literal

import numpy as np

from feature_learning.core.experiment import Device, Draws, Experiment, Rows, Streams
from feature_learning.core.values import Count, Grid, Number
from feature_learning.networks.initialisation import first_layer
from feature_learning.theory.marchenko_pastur import edges


class Extremes(Experiment):
    """The largest and the smallest singular value, against the width."""

    d: Count
    ratio: Grid[Annotated[float, Number(above=1)]]  # N/d
    w0: Literal["gaussian", "sphere"]

    def generate(self, rng: Streams) -> Draws:
        """Draw the widest layer; narrower ones are its first rows."""
        width = round(max(self.ratio) * self.d)
        return {"first_layer": first_layer(width, self.d, self.w0, rng("init"))}

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per ratio."""
        for ratio in self.ratio:
            rows = draws["first_layer"][: round(ratio * self.d)]
            values = np.linalg.svd(rows, compute_uv=False)
            yield {"ratio": ratio, "largest": float(values[0]), "smallest": float(values[-1])}

    def predict(self) -> Rows:
        """Yield the limits of Bai and Yin."""
        for ratio in self.ratio:
            smallest, largest = edges(ratio)
            yield {"ratio": ratio, "smallest": smallest, "largest": largest}
