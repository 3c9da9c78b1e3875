"""Two experiments of one module: a cloud, whose points are drawn before, and a ring, whose points
are drawn as it runs.
"""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams

COUNT = 20


def draw_cloud(setting: Setting, rng: Streams) -> Draws:
    """Draw the points."""
    return {"points": setting["centre"] + rng("init").standard_normal(COUNT)}


def cloud(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield the mean."""
    yield {"mean": float(draws["points"].mean())}


def ring(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield how far the mean of the points is from their centre."""
    angles = rng("init").uniform(0, 2 * np.pi, COUNT)
    yield {
        "distance": setting["radius"]
        * float(np.hypot(np.cos(angles).mean(), np.sin(angles).mean()))
    }
