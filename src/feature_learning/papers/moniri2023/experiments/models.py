"""Models that the theorem and its universality call equivalent, and the exact network, with rows on
the sphere (fig6, fig8).
"""

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.covariates import on_sphere
from feature_learning.papers.moniri2023.shared.fits import gains, trained_model
from feature_learning.papers.moniri2023.shared.model import draw
from feature_learning.papers.moniri2023.shared.networks import NETWORKS
from feature_learning.papers.moniri2023.shared.spiked import spiked_models

__all__ = ["draw", "models"]


def models(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per model and alpha, with the columns of `one_step`; the batch is fresh."""
    rows = on_sphere(draws["first_layer"])
    for name in setting.names("model"):
        if name in NETWORKS:
            model = trained_model(setting, draws, name, device)
        else:
            surrogate = name == "surrogate"
            ((_, model),) = spiked_models(
                setting, draws, rows, rng, device, ["fresh"], surrogate=surrogate
            )
        yield from ({"model": name, **row} for row in gains(setting, model, device))
