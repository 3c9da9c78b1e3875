"""Multi-index targets: into the principal subspace, not onto it (prop-e)."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import ActivationName, Count, Grid, NotNegative
from feature_learning.networks.named import activation
from feature_learning.papers.mousavi2022.model import (
    OnlineSGD,
    draw_network,
    gaussian_stream,
    network,
    parts,
    trained,
)
from feature_learning.papers.mousavi2022.targets import TargetName, target_of


class Subspace(OnlineSGD):
    """Both parts of the weights, and the singular values of ``W_par/sqrt m``."""

    activation: ActivationName
    width: Count
    d: Count
    target: Grid[TargetName]
    decay: Grid[NotNegative]
    t_over_d: Grid[NotNegative]
    horizon: Count  # steps/d

    def generate(self, rng: Streams) -> Draws:
        """Draw the network."""
        return draw_network(self.width, self.d, rng)

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per target, decay and time."""
        d, width, times = self.d, self.width, self.t_over_d
        start, sigma = network(draws, width, d), activation(self.activation)
        for name in self.target:
            target = target_of(name, d)
            for decay in self.decay:
                stream = gaussian_stream(target, self.noise, d, rng)
                schedule = self.schedule(d, decay, times, self.horizon)
                run = trained(start, stream, schedule, sigma)
                for time, weights in zip(times, run, strict=True):
                    inside = weights[:, : len(target)]
                    values = np.linalg.svd(inside, compute_uv=False) / np.sqrt(width)
                    yield {
                        "target": name,
                        "decay": decay,
                        "t_over_d": time,
                        **parts(weights, len(target)),
                        "first": float(values[0]),
                        "second": float(values[1]) if len(values) > 1 else 0.0,
                    }
