"""The orthogonal part of the weights against time, in one dimension at several widths (prop-a, right panel)."""

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.papers.mousavi2022.shared.model import draw_by_method
from feature_learning.papers.mousavi2022.shared.orthogonal import along_time


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the widest network; narrower ones are its first neurons."""
    return draw_by_method(setting, max(map(int, setting.grid["width"])), [setting["d"]], rng)


def perp_width(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per width and time."""
    for width in map(int, setting.grid["width"]):
        for row in along_time(setting, draws, rng, width, setting["d"]):
            yield {"width": width, **row}
