"""Forecasts of time and memory: measurements of earlier jobs, plans, and added seeds."""
