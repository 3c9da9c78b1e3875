"""The same for the talk's network, with the talk's direction and with that of the residuals (fig11)."""

from feature_learning.papers.moniri2023.remainder import sample, train

__all__ = ["sample", "train"]
