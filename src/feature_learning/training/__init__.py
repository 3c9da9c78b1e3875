"""Training of the two layers."""
