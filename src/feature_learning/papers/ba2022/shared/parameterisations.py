"""The two parameterisations of a network, as figures name and colour them."""

from feature_learning import plotting as plot

NAMES = plot.methods(
    "parameterisation", {"mean-field": ("network", "mean field"), "ntk": ("kernel", "NTK")}
)
