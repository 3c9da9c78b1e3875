"""Reports: progress in the terminal, the gallery page, captions, and records of runs."""
