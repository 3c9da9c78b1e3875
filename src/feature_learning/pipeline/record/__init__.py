"""Records: finished runs in ``record/``, which are kept, checked, restored and compared."""
