"""Turn the declarations of the papers into jobs, files and the gallery."""
