"""The same as `information_exponent`, from a number of samples of order d^2."""

from feature_learning.papers.ba2022.information_exponent import sample, train

__all__ = ["sample", "train"]
