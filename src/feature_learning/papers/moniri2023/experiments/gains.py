"""Errors before and after one gradient step: one row per network (or batch) and alpha."""

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.papers.moniri2023.shared.fits import gains, trained_model
from feature_learning.papers.moniri2023.shared.model import batches, weights

_BATCHES = {"fresh": "refit", "reused": "train"}


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the teacher, the initial network, the batch of the step and the fresh batch of the ridge
    regression.
    """
    drawn = weights(setting, rng)
    return {**drawn, **batches(setting, drawn["beta_star"], rng)}


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
    for name in map(str, setting.grid["batch"]):
        model = trained_model(setting, draws, "simplified", device, _BATCHES[name])
        yield from ({"batch": name, **row} for row in gains(setting, model, device))
