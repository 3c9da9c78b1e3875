"""Bietti, Bruna, Sanford, Song: learning single-index models with shallow neural networks."""
