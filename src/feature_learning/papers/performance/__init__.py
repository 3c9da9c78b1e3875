"""What the kernels of this project cost: a study of ours."""
