"""Pure leaps against the number of samples in units of powers of d."""

import numpy as np
import pandas as pd

from feature_learning import plotting as plot

LEAPS = plot.unordered("leap", {1: r"$\ell = 1$", 2: r"$\ell = 2$", 3: r"$\ell = 3$"}, after=1)
"""One colour for each leap."""


def largest(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of the largest dimension of each leap, with ``x``, log n/log d."""
    own = frame[frame["d"] == frame.groupby("leap")["d"].transform("max")]
    return own.assign(x=own["leap"] + np.log(own["ratio"]) / np.log(own["d"]))
