"""A study of ours: exact simulation in law at any dimension, and how far theory is from finite
dimensions.
"""
