"""A study of this project: exact simulation in law at any dimension, and how far theory is from
finite dimensions.
"""
