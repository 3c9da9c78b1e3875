"""Formulas: random-matrix limits and what they predict."""
