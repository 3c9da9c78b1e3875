"""The standard normal law."""

from __future__ import annotations

import math

import numpy as np

# Pairs at a time: their bits stay in the cache.
_PAIRS = 1 << 13


def singles(count: int, rng: np.random.Generator) -> np.ndarray:
    """Draw standard normal numbers in single precision, for data by the hundred million: many times as fast as numpy.

    By the transform of Box and Muller (1958), see `normal_loops.normal_pairs`; the largest number is 6.7.

    Parameters
    ----------
    count
        How many.
    rng
        Its next number seeds the random bits.

    Returns
    -------
    numbers : (count,), float32
    """
    from feature_learning.core.normal_loops import normal_pairs, random_words  # numba loads slowly, and few jobs draw so much

    seed = rng.integers(1 << 64, dtype=np.uint64)
    half = -(-count // 2)
    numbers: np.ndarray = np.empty(2 * half, dtype=np.float32)
    words = np.empty(min(half, _PAIRS), dtype=np.uint64)
    for start in range(0, half, _PAIRS):
        part = words[: half - start]
        random_words(seed, start, part)
        normal_pairs(part.view(np.uint32), numbers[start : start + part.size], numbers[half + start : half + start + part.size])
    return numbers[:count]


def density(u: np.ndarray) -> np.ndarray:
    """Return ``exp(-u^2/2)/sqrt(2 pi)``, any shape."""
    return np.asarray(np.exp(-np.square(u) / 2) / math.sqrt(2 * math.pi))


def distribution(u: np.ndarray) -> np.ndarray:
    """Return ``P(g < u)``, any shape."""
    from scipy.special import ndtr  # takes as long to load as a short job, and sampling never calls it

    return np.asarray(ndtr(u))
