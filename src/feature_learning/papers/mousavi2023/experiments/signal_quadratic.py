"""The first gradient's direction against the number of samples, for a target of degree 2 (fig-snr)."""

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.papers.mousavi2023.shared.first_gradient import gradient_rows, refused


def signal_quadratic(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per d, structure and n: the gradient's cosine and its noise."""
    refused(setting)
    yield from gradient_rows(setting, rng)
