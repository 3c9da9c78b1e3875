"""The two background pictures: online SGD in high dimension, and the mean-field limit."""
