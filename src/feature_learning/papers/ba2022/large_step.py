"""Targets that an odd student can and cannot learn with a large step: the design of `step_sizes` at one sample size (fig1)."""

from feature_learning.papers.ba2022.step_sizes import sample, train

__all__ = ["sample", "train"]
