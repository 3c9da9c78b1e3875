"""Evidence for fig7."""

import numpy as np

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence


def fixed_point(tables: Tables) -> Evidence:
    low, high = (tables.theory("staircase", n=n).sort_values("alpha") for n in (1e9, 1e14))
    alpha = low["alpha"].to_numpy()
    inner = alpha > 0.1  # below it both curves are flat at the first level
    difference = (high["test_gain"].to_numpy() - low["test_gain"].to_numpy())[inner]
    at = int(np.argmax((difference[:-1] < 0) & (difference[1:] >= 0)))
    share = -difference[at] / (difference[at + 1] - difference[at])
    return Evidence.exact([alpha[inner][at] + share * (alpha[inner][at + 1] - alpha[inner][at])], ["crossing"])
