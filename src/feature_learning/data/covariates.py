"""Inputs and directions."""

from __future__ import annotations

import numpy as np


def on_sphere(rows: np.ndarray, radius: float = 1.0) -> np.ndarray:
    """Return rows scaled to the given norm: uniform on the sphere where the rows were Gaussian.

    Parameters
    ----------
    rows : (n, d) or (d,)
        Gaussian draws.
    radius
        The norm of each row.
    """
    return radius * rows / np.linalg.norm(rows, axis=-1, keepdims=True)
