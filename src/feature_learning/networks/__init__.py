"""Two-layer networks: activations and initialisations."""
