"""Gaussian data, Hermite expansions and target functions."""
