"""Equivalent of the kernel at finite n, averaged over samples."""

from collections.abc import Sequence

import numpy as np

from feature_learning.core.values import Count, Grid, LinkName
from feature_learning.data.hermite import gaussian_moment
from feature_learning.data.links import Link
from feature_learning.kernels.inner_product import InnerProductKernel
from feature_learning.papers.ba2023.model import OnKernel
from feature_learning.theory.spiked_sample import Fitted, SpikedSample

_BINNED = 4096  # larger samples are binned, and fewer are drawn, for they differ less
_FEWER = 3
_WIDTH = 0.01  # of a bin; everything varies over distances of order 1
_BALANCED = (2, 4, 6, 8)  # powers of z whose means explain nine tenths of the samples' spread
_ENOUGH = 15  # samples, for weights that balance these


class Samples:
    """Several samples of the projections, and the kernel's equivalent averaged over them.

    The samples get weights with which the means of ``z^2``, .., ``z^8`` over all of them are those
    of a Gaussian: this is regression on these means as control variates, and is worth ten times as
    many samples.

    Parameters
    ----------
    kernel, links
        The kernel and the targets.
    d, n
        Dimension and size of a sample.
    draws
        Samples, of which there are fewer if they are large.
    """

    def __init__(
        self, kernel: InnerProductKernel, links: Sequence[Link], d: int, n: int, draws: int
    ) -> None:
        self._d, large = d, n > _BINNED
        samples, moments = [], []
        for number in range(max(2, draws // (_FEWER if large else 1))):
            # The same in every experiment.
            z = np.random.default_rng([d, n, number]).standard_normal(n)
            nodes, counts = _bins(z) if large else (z, np.ones(n))
            squares = nodes**2
            moments.append([counts @ squares ** (power // 2) / n for power in _BALANCED])
            samples.append((nodes, counts))
        # Samples have different numbers of bins: what is added counts for nothing.
        most = max(len(counts) for _, counts in samples)
        nodes, counts = (
            np.array([np.pad(part, (0, most - len(part))) for part in parts])
            for parts in zip(*samples, strict=True)
        )
        self._samples = SpikedSample(kernel, nodes, links, counts=counts)
        gaussian = [gaussian_moment(power) for power in _BALANCED]
        self._weights = _balanced(np.array(moments) - gaussian)

    def fitted(self, theta: float, ridge: float) -> Fitted:
        """Return the mean risks and learned fractions at one strength of the spike."""
        fits = self._samples.fitted(self._d, theta, ridge)
        return Fitted(self._weights @ fits.risks, self._weights @ fits.learned)


def _bins(z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the mean of each bin that is not empty, and its count."""
    places = np.floor((z - z.min()) / _WIDTH).astype(int)
    counts, sums = np.bincount(places), np.bincount(places, z)
    kept = counts > 0
    return sums[kept] / counts[kept], counts[kept].astype(float)


def _balanced(moments: np.ndarray) -> np.ndarray:
    """Return weights (samples,) of sum 1 that give columns mean 0; equal ones for few samples."""
    count = len(moments)
    if count < _ENOUGH:
        return np.full(count, 1 / count)
    spread = moments / moments.std(axis=0)
    return np.asarray(np.linalg.pinv(np.column_stack([np.ones(count), spread]))[0])


class AtFiniteN(OnKernel):
    """Regression with a kernel, and its equivalent at finite n."""

    draws: Count  # samples, of which the equivalent is averaged
    target: Grid[LinkName]

    def at_finite_n(self, d: int) -> Samples:
        """Return the equivalent at finite n of one dimension."""
        return Samples(
            self.kernel_function, self.links(self.target), d, self.samples(d), self.draws
        )
