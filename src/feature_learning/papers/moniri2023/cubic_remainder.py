"""What is left of the feature matrix of a student with a cubic part, for l = 0 to 3 spikes (fig12)."""

from feature_learning.papers.moniri2023.remainder import sample, train

__all__ = ["sample", "train"]
