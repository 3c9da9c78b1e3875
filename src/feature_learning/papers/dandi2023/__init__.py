"""Dandi et al. (2023): two-layer networks learn one giant step at a time."""
