"""Means of the neurons' cosines, read off the two pictures of the authors' notebook
``multiple_steps.ipynb`` to 0.01: gradients at the first three steps of one run.
"""

from collections.abc import Mapping

import pandas as pd

# By target, the steps' (first, second) of readouts +, then of readouts -.
_CENTRES: Mapping[str, tuple[tuple[float, float, float, float], ...]] = {
    "notebook-1": (
        (0.54, 0.14, -0.53, -0.14),
        (0.48, 0.11, -0.18, -0.08),
        (0.34, 0.04, -0.05, -0.09),
    ),
    "notebook-2": (
        (0.26, 0.29, -0.27, -0.28),
        (0.21, 0.06, -0.03, -0.25),
        (0.18, 0.00, -0.01, -0.22),
    ),
}
COLUMNS = ("plus_first", "plus_second", "minus_first", "minus_second")


def published_centres(target: str) -> pd.DataFrame:
    """Return the centres at steps 1 to 3, in the columns of runs: those of readouts -1 are of the
    gradient without its readout, so they have the other sign.
    """
    signs = (1, 1, -1, -1)
    rows = [
        {
            "time": time,
            **dict(zip(COLUMNS, (s * v for s, v in zip(signs, row, strict=True)), strict=True)),
        }
        for time, row in enumerate(_CENTRES[target], 1)
    ]
    return pd.DataFrame(rows)
