"""The same at d = 200, at one size (fig8)."""

from feature_learning.papers.dandi2023.random_features import sample, train

__all__ = ["sample", "train"]
