"""Errors read off the authors' summary picture ``stairway.png``, to 0.01: the only form in which
these curves are published.
"""

from collections.abc import Mapping

import pandas as pd

_SIZES = (1.0, 1.25, 1.5, 1.75, 2.0, 2.25)
_ERRORS: Mapping[str, Mapping[int, tuple[float | None, ...]]] = {
    "quartic": {
        0: (0.745, 0.678, 0.615, 0.603, 0.594, 0.594),
        1: (0.682, 0.449, 0.279, 0.230, 0.223, 0.224),
        2: (0.661, 0.432, None, 0.218, 0.209, 0.205),
        6: (0.631, 0.401, 0.259, 0.167, 0.134, 0.133),
    },
    "notebook-2": {
        0: (1.522, 1.484, 1.413, 1.366, 1.357, 1.367),
        1: (1.55, 1.241, 0.789, 0.479, 0.348, 0.322),
        2: (1.57, 1.202, 0.572, 0.409, 0.276, 0.225),
        6: (1.53, 1.119, 0.277, 0.148, 0.187, 0.190),
    },
}


def published_curves(target: str) -> pd.DataFrame:
    """Return the picture's curves of a target: columns ``time``, ``log_size`` and ``error``."""
    rows = [
        {"time": time, "log_size": size, "error": error}
        for time, errors in _ERRORS[target].items()
        for size, error in zip(_SIZES, errors, strict=True)
        if error is not None
    ]
    return pd.DataFrame(rows)
