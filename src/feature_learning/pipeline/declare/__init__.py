"""What papers and configurations declare: the schema, the catalogue built from it, and the error
messages.
"""
