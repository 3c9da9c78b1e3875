"""What jobs do: one module per stage, the warm interpreter from which local jobs are forked, and
code fingerprints.
"""
