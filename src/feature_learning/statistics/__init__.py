"""Intervals over seeds and the verdicts drawn from them."""
