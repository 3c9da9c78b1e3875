"""What jobs do: one module per stage, the warm interpreter that local jobs are forked from, and code fingerprints."""
