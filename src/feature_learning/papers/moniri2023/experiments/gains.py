"""Errors before and after one gradient step: one row per network, batch and alpha."""

from collections.abc import Sequence

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.papers.moniri2023.shared.fits import gains, trained_models
from feature_learning.papers.moniri2023.shared.model import draw

__all__ = ["cubic", "draw", "one_step"]


def one_step(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """The talk's network and algorithm, on the batch of the step and on a fresh one (fig5,
    fig6).
    """
    yield from _rows(setting, draws, device, (2,))


def cubic(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """A student and a target with cubic parts, so there is a third spike to learn from
    (fig12).
    """
    yield from _rows(setting, draws, device, (2, 3))


def _rows(setting: Setting, draws: Draws, device: Device, degrees: Sequence[int]) -> Rows:
    batches = setting.names("batch")
    for name in setting.names("network"):
        for batch, model in trained_models(setting, draws, name, device, batches):
            for row in gains(setting, model, device, degrees):
                yield {"network": name, "batch": batch, **row}
