"""Declarations of papers and configurations: schema, catalogue and error messages."""
