"""What papers and configurations declare: the schema, the catalogue made from it, and messages for what is wrong."""
