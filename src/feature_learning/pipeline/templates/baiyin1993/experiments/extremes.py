"""Extreme singular values of the untrained first layer."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.networks.initialisation import first_layer


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the widest layer; narrower ones are its first rows."""
    width = round(max(setting.floats("ratio")) * setting["d"])
    return {"first_layer": first_layer(width, setting["d"], setting["w0"], rng("init"))}


def extremes(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per ratio N/d: the largest and the smallest singular value."""
    for ratio in setting.floats("ratio"):
        rows = draws["first_layer"][: round(ratio * setting["d"])]
        values = np.linalg.svd(rows, compute_uv=False)
        yield {"ratio": ratio, "largest": float(values[0]), "smallest": float(values[-1])}
