"""Inputs and directions."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from feature_learning.core.errors import UserError

CHUNK = 4096


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


def stratified_gaussian(count: int, direction: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Return Gaussian inputs whose projections on a direction are stratified.

    There is one projection in each of `count` equally likely intervals. Averages of functions of it
    fluctuate far less than over independent inputs, and remain unbiased.

    Parameters
    ----------
    count
        How many.
    direction : (d,)
        Of norm 1.
    rng
        The stream.

    Returns
    -------
    inputs : (count, d)
    """
    inputs = rng.standard_normal((count, len(direction)))
    return _with_projection(inputs, _stratified(count, rng), direction)


def weighted_stratified_gaussian(
    count: int, direction: np.ndarray, rng: np.random.Generator, spread: float = 1.5
) -> tuple[np.ndarray, np.ndarray]:
    """Return stratified inputs with more of them in the tails, and the weights that make up for it.

    Parameters
    ----------
    count, direction, rng
        As in `stratified_gaussian`.
    spread
        Standard deviation of the projections, above 1. Averages of ``H_3^2`` come from projections
        of 3 to 5, where there are few unweighted ones.

    Returns
    -------
    inputs, weights : (count, d), (count,)
        ``weights @ values`` estimates the mean over ``N(0, I)`` without bias.
    """
    inputs = rng.standard_normal((count, len(direction)))
    wanted = spread * _stratified(count, rng)
    weights = spread / count * np.exp(-(wanted**2) / 2 * (1 - spread**-2))
    return _with_projection(inputs, wanted, direction), weights


def _stratified(count: int, rng: np.random.Generator) -> np.ndarray:
    """Standard Gaussians, one in each of `count` equally likely intervals."""
    quantiles = (np.arange(count) + rng.uniform(1e-12, 1, count)) / count
    return np.array([NormalDist().inv_cdf(min(level, 1 - 1e-16)) for level in quantiles.tolist()])


def _with_projection(inputs: np.ndarray, wanted: np.ndarray, direction: np.ndarray) -> np.ndarray:
    """The inputs, their projections on the direction replaced; changes them in place."""
    inputs += (wanted - inputs @ direction)[:, None] * direction
    return inputs


def spike_scale(strength: float) -> float:
    """Return ``sqrt(1 + theta)``, the standard deviation along a spike of strength theta.

    Raises
    ------
    UserError
        theta is negative. The spike of a covariance adds variance.
    """
    if not strength >= 0:
        raise UserError(f"the strength of a spike must not be negative: theta = {strength:g}")
    return math.sqrt(1 + strength)


def spiked(inputs: np.ndarray, direction: np.ndarray, strength: float) -> np.ndarray:
    """Return inputs of covariance ``I + theta mu mu^T`` from isotropic ones.

    Parameters
    ----------
    inputs : (n, d)
        Isotropic. Their projection on the direction is the standardised one of the result.
    direction : (d,)
        mu, of norm 1.
    strength
        theta, not negative.
    """
    return inputs + (spike_scale(strength) - 1) * np.outer(inputs @ direction, direction)


@dataclass(frozen=True)
class GaussianBatch:
    """A batch of isotropic Gaussian inputs that is never held whole.

    Its chunks are drawn by number. Iterating twice gives the same inputs twice, so a batch can
    be read again without being kept.

    Attributes
    ----------
    n, d
        How many inputs, and of which dimension. The chunk need not divide n.
    stream
        Takes a chunk's number and returns the generator of that chunk.
    dtype
        ``float32`` or ``float64``; the numbers drawn are the same.
    chunk
        Inputs per chunk. It is part of what the batch is, because each chunk has its own stream.

    Raises
    ------
    UserError
        n, d or chunk is below 1.

    Examples
    --------
    >>> batch = GaussianBatch(5, 2, np.random.default_rng, chunk=3)
    >>> [x.shape for x in batch]
    [(3, 2), (2, 2)]
    """

    n: int
    d: int
    stream: Callable[[int], np.random.Generator]
    dtype: str = "float32"
    chunk: int = CHUNK

    def __post_init__(self) -> None:
        if self.n < 1 or self.d < 1 or self.chunk < 1:
            raise UserError(
                f"a batch needs inputs: n = {self.n}, d = {self.d}, chunk = {self.chunk}"
            )

    def __iter__(self) -> Iterator[np.ndarray]:
        """Iterate over chunks of shape (at most chunk, d)."""
        # Numba loads slowly, and few jobs stream batches.
        from feature_learning.core.fastmath import normals, random_bits

        for number, start in enumerate(range(0, self.n, self.chunk)):
            shape = min(self.chunk, self.n - start), self.d
            drawn = normals(math.prod(shape), random_bits(self.stream(number)))
            yield drawn.reshape(shape).astype(self.dtype, copy=False)


def orthonormal(count: int, d: int, rng: np.random.Generator) -> np.ndarray:
    """Draw orthonormal directions, uniformly, shape (count, d).

    Parameters
    ----------
    count, d
        How many, and in which dimension; count is at most d.
    rng
        The stream.
    """
    q, r = np.linalg.qr(rng.standard_normal((d, count)))
    return np.ascontiguousarray((q * np.sign(np.diag(r))).T)
