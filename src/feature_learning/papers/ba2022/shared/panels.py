"""The colours of teachers and of information exponents."""

from feature_learning import plotting as plot

TEACHERS = plot.methods(
    "teacher", {"relu": ("network", "ReLU"), "he2": ("random features", r"$H_2/\sqrt{2}$")}
)
"""The teachers of the spike's figures: with a linear part, and without one."""


def exponents(column: str, most: int = 3) -> plot.Hue:
    """Return the series of the information exponents 1, 2 and so on, three at least."""
    return plot.ordered(column, range(1, max(3, most) + 1), "$k = {}$", palette="flare")
