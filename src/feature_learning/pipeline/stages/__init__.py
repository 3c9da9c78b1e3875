"""One module a stage; each is the entry point of one Snakemake rule."""
