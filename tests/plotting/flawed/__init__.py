"""Layouts that were once published in this repository, with what is wrong in them."""
