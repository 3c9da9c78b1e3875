"""A target of degrees 2 and 3 along different directions: a step at n of order d^2 learns the first alone (fig1)."""

from feature_learning.papers.dandi2023.leap_two import sample, train

__all__ = ["sample", "train"]
