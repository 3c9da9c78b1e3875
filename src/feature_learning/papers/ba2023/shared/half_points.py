"""Half points: the strength of the spike at which half is learned, and its exponent in d."""

import math
from collections.abc import Callable

import numpy as np
import pandas as pd
from scipy.optimize import brentq
from scipy.special import logit

_LEAST = 1e-9  # fractions are kept this far from 0 and 1


def half(
    curve: Callable[[float], float], low: float, high: float, precision: float = 1e-9
) -> float:
    """Return the theta at which a rising curve reaches one half, NaN where it does not; ln theta is
    sought between low and high.
    """

    def height(log_theta: float) -> float:
        return float(log_odds(curve(math.exp(log_theta))))

    if not height(low) < 0 < height(high):
        return math.nan
    return math.exp(brentq(height, low, high, xtol=precision))


def log_odds(fraction: np.ndarray | float) -> np.ndarray:
    """Return the logit of fractions, which are kept off 0 and 1."""
    return np.asarray(logit(np.clip(fraction, _LEAST, 1 - _LEAST)))


def predicted_exponents(frame: pd.DataFrame, value: str = "half") -> pd.DataFrame:
    """Return exponents of one target's predicted half points between neighbouring d, at geometric
    means; rows without a half point are left out.
    """
    rows = frame.dropna(subset=value).sort_values("d")
    d, halves = (np.log(rows[column].to_numpy(dtype=float)) for column in ("d", value))
    exponents = np.diff(halves) / np.diff(d)
    return pd.DataFrame({"d": np.exp((d[1:] + d[:-1]) / 2), "exponent": exponents})
