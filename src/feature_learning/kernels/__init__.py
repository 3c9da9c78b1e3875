"""Kernels and kernel ridge regression, the lazy baselines of feature learning."""
