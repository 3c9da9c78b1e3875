"""The notebook's experiment in smaller dimensions, where n = d^2 takes seconds (fig-nb)."""

from feature_learning.papers.dandi2023.preprocessed import sample, train

__all__ = ["sample", "train"]
