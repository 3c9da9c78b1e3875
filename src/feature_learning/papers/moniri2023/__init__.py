"""Moniri, Lee, Hassani, Dobriban: non-linear feature learning with one gradient step."""
