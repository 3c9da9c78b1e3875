"""Evidence that several figures share."""

D = 256
