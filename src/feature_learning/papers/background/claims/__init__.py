"""Evidence for the claims: one module per figure, one function per claim."""
