"""The network with rank-one weights and its spikes at growing sizes (fig8)."""

from feature_learning.papers.moniri2023.models import data, sample, train

__all__ = ["data", "sample", "train"]
