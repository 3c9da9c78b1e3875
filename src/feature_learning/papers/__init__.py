"""One folder per paper; papers do not import each other."""
