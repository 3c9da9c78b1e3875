"""The kernel of infinitely many ReLU units (arc-cosine kernel of order one)."""

from __future__ import annotations

import math

import numpy as np


def arc_cosine(x: np.ndarray, z: np.ndarray) -> np.ndarray:
    """Return ``2 E[relu(w.x) relu(w.z)]`` for ``w ~ N(0, I/d)``, shape (len(x), len(z)).

    That is ``|x||z| (sin t + (pi - t) cos t) / (pi d)`` at the angle t.

    Parameters
    ----------
    x : (n, d)
    z : (m, d)
    """
    norms, others = np.linalg.norm(x, axis=1), np.linalg.norm(z, axis=1)
    scale = np.outer(norms, others)
    cosine = np.clip((x @ z.T) / scale, -1, 1)
    angle = np.arccos(cosine)
    return scale * (np.sqrt(1 - cosine**2) + (math.pi - angle) * cosine) / (math.pi * x.shape[1])
