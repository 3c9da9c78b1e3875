"""Ba et al. (2022): one gradient step, small and large."""
