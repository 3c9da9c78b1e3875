"""The talk's examples 1 and 2 over several steps, with a readout of varied size (fig4)."""

from feature_learning.papers.dandi2023.multi_step import sample, train

__all__ = ["sample", "train"]
