"""The colours of teachers and of information exponents."""

from feature_learning import plotting as plot

TEACHERS = plot.methods(
    "teacher", {"relu": ("network", "ReLU"), "he2": ("random features", r"$H_2/\sqrt{2}$")}
)
"""The teachers of the spike's figures: with a linear part, and without one."""


def exponents(column: str) -> plot.Hue:
    """Return the series of the information exponents 1, 2 and 3."""
    return plot.ordered(column, [1, 2, 3], "$k = {}$", palette="flare")
