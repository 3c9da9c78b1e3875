"""Errors before and after one gradient step: one row per network (or batch) and alpha."""

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.papers.moniri2023.shared.fits import gains, trained_model
from feature_learning.papers.moniri2023.shared.model import draw

__all__ = ["cubic", "draw", "one_step", "reuse"]

_BATCHES = {"fresh": "refit", "reused": "train"}


def one_step(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """The talk's network and the simplified one (fig5, fig6)."""
    for name in setting.names("network"):
        model = trained_model(setting, draws, name, device)
        yield from ({"network": name, **row} for row in gains(setting, model, device))


def cubic(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """A student and a target with cubic parts, so that there is a third spike to learn from
    (fig12).
    """
    for name in setting.names("network"):
        model = trained_model(setting, draws, name, device)
        yield from ({"network": name, **row} for row in gains(setting, model, device, (2, 3)))


def reuse(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Ridge regression on a fresh batch and on that of the gradient step (fig9)."""
    for batch in setting.names("batch"):
        model = trained_model(setting, draws, "simplified", device, _BATCHES[batch])
        yield from ({"batch": batch, **row} for row in gains(setting, model, device))
