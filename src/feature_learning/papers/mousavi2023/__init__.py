"""Mousavi-Hosseini, Wu, Suzuki, Erdogdu: gradient-based feature learning under structured data."""
