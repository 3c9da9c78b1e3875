"""Evidence for the claims: one module per figure, one function per claim."""

D = 128
"""The dimension of the claims on the whitened flow."""
