"""The kernel of infinitely many ReLU units (arc-cosine kernel of order one)."""

import math

import numpy as np

_BLOCK = 2**14  # entries per piece of work: what fits into a processor's cache


def arc_cosine(x: np.ndarray, z: np.ndarray) -> np.ndarray:
    """Return ``2 E[relu(w.x) relu(w.z)]`` for ``w ~ N(0, I/d)``, shape (n, m).

    Parameters
    ----------
    x : (n, d)
        The kernel has the type of x and z.
    z : (m, d)
        The other sample.

    References
    ----------
    Cho and Saul (2009), "Kernel methods for deep learning", NeurIPS: the arc-cosine kernel of order
    one, ``|x||z| (sin t + (pi - t) cos t)/pi`` at the angle t, here over d.
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
