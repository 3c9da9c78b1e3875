"""The evidence for each claim: one module per figure."""
