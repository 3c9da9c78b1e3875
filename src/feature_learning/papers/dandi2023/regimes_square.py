"""The same from batches of order d^2 (fig7)."""

from feature_learning.papers.dandi2023.regimes_trained import sample, train

__all__ = ["sample", "train"]
