"""Ba, Erdogdu, Suzuki, Wang, Wu 2023: kernels and one gradient step on spiked data."""
