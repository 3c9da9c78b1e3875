"""Evidence that no quantity of one experiment gives."""
