"""Experiments: one class per design."""
