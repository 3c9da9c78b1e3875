"""The part of the weights orthogonal to the target's direction against time, in several dimensions (prop-a)."""

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.papers.mousavi2022.shared.model import draw_by_method
from feature_learning.papers.mousavi2022.shared.orthogonal import along_time


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the network in most dimensions; those in fewer are its first columns."""
    return draw_by_method(setting, setting["width"], list(map(int, setting.grid["d"])), rng)


def perp_time(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per dimension and time."""
    for d in map(int, setting.grid["d"]):
        for row in along_time(setting, draws, rng, setting["width"], d):
            yield {"d": d, **row}
