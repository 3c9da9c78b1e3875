"""Isotropic parities of two coordinates, at the same sample sizes in all dimensions (figure 1)."""

from feature_learning.papers.suzuki2023.isotropic import sample, train

__all__ = ["sample", "train"]
