"""The standard normal law."""

import math

import numpy as np


def density(u: np.ndarray) -> np.ndarray:
    """Return ``exp(-u^2/2)/sqrt(2 pi)``, any shape."""
    return np.asarray(np.exp(-np.square(u) / 2) / math.sqrt(2 * math.pi))


def distribution(u: np.ndarray) -> np.ndarray:
    """Return ``P(g < u)``, any shape."""
    # Imported here: loading it takes as long as a short job, and sampling never needs it.
    from scipy.special import ndtr

    return np.asarray(ndtr(u))
