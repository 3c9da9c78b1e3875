"""The same at one sample size, for larger steps (fig3)."""

from feature_learning.papers.dandi2023.learning_curves import sample, train

__all__ = ["sample", "train"]
