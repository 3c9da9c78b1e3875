"""One module per figure."""
