"""Stages of the pipeline, the warm interpreter from which local jobs are forked, and code
fingerprints.
"""
