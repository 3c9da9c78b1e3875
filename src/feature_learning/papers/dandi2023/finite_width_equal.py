"""The same neurons with readouts of one size: more of them do not help (fig6)."""

from feature_learning.papers.dandi2023.finite_width import sample, train

__all__ = ["sample", "train"]
