"""What users see: progress in the terminal, the gallery page, captions, and the record of a run."""
