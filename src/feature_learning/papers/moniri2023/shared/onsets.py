"""The step size at which a learned fraction rises above a level."""

import numpy as np
import pandas as pd

ONSET = 0.1
"""How much more of H_2 than without a step is learned where its learning is said to begin."""


def onset_of(etas: np.ndarray, rises: np.ndarray, level: float = ONSET) -> float:
    """Return the first step at which a curve reaches the level, by a line between logarithms; NaN
    if it never does.
    """
    above = np.flatnonzero((rises[1:] >= level) & (rises[:-1] < level))
    if not above.size:
        return float("nan")
    at = slice(int(above[0]), int(above[0]) + 2)
    if rises[at].min() <= 0:
        return float("nan")
    return float(np.exp(np.interp(np.log(level), np.log(rises[at]), np.log(etas[at]))))


def half_onset(theory: pd.DataFrame) -> float:
    """Return the step at which the predicted curve of one n reaches half of the level."""
    curve = theory.sort_values("eta")
    return onset_of(curve["eta"].to_numpy(), curve["rise"].to_numpy(), ONSET / 2)
