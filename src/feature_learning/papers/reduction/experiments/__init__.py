"""Simulations: one function per experiment."""
