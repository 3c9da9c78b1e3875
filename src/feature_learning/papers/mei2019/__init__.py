"""Mei, Montanari; Hu, Lu: random-features regression, double descent, Gaussian equivalence."""
