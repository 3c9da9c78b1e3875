"""The kernel of infinitely many ReLU units (arc-cosine kernel of order one)."""

from __future__ import annotations

import math

import numpy as np

_BLOCK = 2**14  # entries that are worked on at once: what fits a processor's cache


def arc_cosine(x: np.ndarray, z: np.ndarray) -> np.ndarray:
    """Return ``2 E[relu(w.x) relu(w.z)]`` for ``w ~ N(0, I/d)``, shape (len(x), len(z)).

    That is ``|x||z| (sin t + (pi - t) cos t) / (pi d)`` at the angle t.

    Parameters
    ----------
    x : (n, d)
        Its type and that of z are that of the kernel.
    z : (m, d)
    """
    norms, others = np.linalg.norm(x, axis=1), np.linalg.norm(z, axis=1)
    kernel: np.ndarray = (x / norms[:, None]) @ (z / others[:, None]).T
    norms /= math.pi * x.shape[1]
    rows = max(1, _BLOCK // len(z))
    for start in range(0, len(x), rows):
        cosine = kernel[start : start + rows]
        np.clip(cosine, -1, 1, out=cosine)
        sine, angle = np.sqrt(1 - cosine**2), np.arccos(cosine)
        cosine *= np.subtract(math.pi, angle, out=angle)
        cosine += sine
        cosine *= norms[start : start + rows, None]
        cosine *= others
    return kernel
