"""The series of exponents."""

import pandas as pd

from feature_learning import plotting as plot


def exponent_hue(runs: pd.DataFrame) -> plot.Hue:
    """Return the series of the information exponents, light to dark."""
    return plot.ordered("s", runs["s"], "$s = {}$", "flare")
