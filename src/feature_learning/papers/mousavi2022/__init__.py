"""Mousavi-Hosseini, Park, Girotti, Mitliagkas, Erdogdu 2022: online SGD finds the principal
subspace.
"""
