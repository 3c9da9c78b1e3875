"""Bai, Yin: the ends of the spectrum of a large random matrix."""
