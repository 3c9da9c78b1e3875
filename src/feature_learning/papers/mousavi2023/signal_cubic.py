"""The first gradient's direction against the number of samples, for a target of degree 3 (fig-snr)."""

from feature_learning.papers.mousavi2023.signal_quadratic import sample, train

__all__ = ["sample", "train"]
