"""Isotropic parities of three coordinates, over a longer horizon (figure 1b)."""

from feature_learning.papers.suzuki2023.heatmap import sample, train

__all__ = ["sample", "train"]
