"""Simulations: one class per experiment."""
