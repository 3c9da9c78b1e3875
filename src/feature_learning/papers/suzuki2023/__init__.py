"""Suzuki, Wu, Oko, Nitanda: sparse parities by mean-field Langevin dynamics."""
