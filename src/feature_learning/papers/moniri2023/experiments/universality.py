"""The talk's trained features against the models that its universality puts in their place."""

from collections.abc import Iterator

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.papers.moniri2023.shared.fits import Model, gains, trained_models
from feature_learning.papers.moniri2023.shared.model import at_problems, batches
from feature_learning.papers.moniri2023.shared.model import weights as draw
from feature_learning.papers.moniri2023.shared.spiked import spiked_models

__all__ = ["draw", "universality"]

_NETWORKS = {"talk": "slides", "slide": "slide"}


def universality(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per task, model, batch and alpha, with the columns of `one_step`.

    The models are the talk's network, the slide's F, the untrained features plus the theorem's
    spikes, and linear features plus noise with the same spikes, these on a fresh batch alone.
    """
    for problem, own in at_problems(setting):
        arrays = {**draws, **batches(own, draws["beta_star"], rng)}
        for name in setting.names("model"):
            for batch, model in _models(own, arrays, rng, device, name):
                point = {**problem, "model": name, "batch": batch}
                yield from ({**point, **row} for row in gains(own, model, device))


def _models(
    setting: Setting, draws: Draws, rng: Streams, device: Device, name: str
) -> Iterator[tuple[str, Model]]:
    rows, both = draws["first_layer"], setting.names("batch")
    if name in _NETWORKS:
        return trained_models(setting, draws, _NETWORKS[name], device, both)
    if name == "spikes":
        return spiked_models(setting, draws, rows, rng, device, both, surrogate=False)
    return spiked_models(setting, draws, rows, rng, device, ["fresh"], surrogate=True)
