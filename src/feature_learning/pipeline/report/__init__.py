"""Reports: progress in the terminal, the gallery pages and captions."""
