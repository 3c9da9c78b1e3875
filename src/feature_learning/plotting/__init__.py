"""Theory over simulation, in one style."""
