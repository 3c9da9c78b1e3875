"""One folder a paper; nothing in one imports another."""
