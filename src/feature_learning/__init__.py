"""Reproductions of the papers on feature learning in two-layer neural networks."""

__version__ = "0.1.0"
