"""The same as `information_exponent`, from a number of samples that grows like the square of the dimension."""

from feature_learning.papers.ba2022.information_exponent import sample, train

__all__ = ["sample", "train"]
