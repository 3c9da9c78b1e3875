"""From the declarations of the papers to jobs, files and the gallery."""
