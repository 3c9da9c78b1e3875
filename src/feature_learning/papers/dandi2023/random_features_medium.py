"""The same at d = 100 (fig8)."""

from feature_learning.papers.dandi2023.random_features import sample, train

__all__ = ["sample", "train"]
