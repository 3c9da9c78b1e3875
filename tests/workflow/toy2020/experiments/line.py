"""A noisy line: a sweep, a grid, theory and draws of several purposes."""

import os
import signal
import time
from pathlib import Path

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the offset and the noise."""
    return {
        "offset": 0.01 * rng("teacher").standard_normal(1),
        "noise": setting["noise"] * rng("noise").standard_normal(setting["size"]),
    }


def line(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per point of the line; files `hold` and `kill` in the working folder disturb
    one run.
    """
    disturbed = setting["slope"] == 2.0 and rng.seed == 1
    if disturbed and Path("kill").exists():
        os.kill(os.getpid(), signal.SIGKILL)
    while disturbed and Path("hold").exists():
        time.sleep(0.01)
    for point in setting.points():
        y = (
            setting["start_at"]
            + setting["slope"] * point["x"]
            + draws["offset"][0]
            + draws["noise"].mean()
        )
        yield {**point, "y": float(y)}
