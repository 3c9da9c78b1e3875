"""Evidence that several figures share."""

D, PAIRED = 128, (64, 128)
