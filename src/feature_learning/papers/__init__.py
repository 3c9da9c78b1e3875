"""One folder per paper; nothing in one imports another."""
