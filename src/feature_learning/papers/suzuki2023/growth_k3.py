"""Isotropic parities of three coordinates along runs (figure 1b)."""

from feature_learning.papers.suzuki2023.isotropic import sample, train

__all__ = ["sample", "train"]
