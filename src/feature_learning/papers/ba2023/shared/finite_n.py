"""Equivalent of the kernel at finite n: averaged over samples, and as a control variate."""

import math

import numpy as np
import pandas as pd

from feature_learning.core.setting import Setting
from feature_learning.data.hermite import gaussian_moment
from feature_learning.kernels.inner_product import named_kernel
from feature_learning.papers.ba2023.shared.half_points import half
from feature_learning.papers.ba2023.shared.model import target
from feature_learning.theory.spiked_sample import Fitted, SpikedSample

REACH = 2e5
"""The largest d at which samples are drawn; beyond it they are replaced by their law."""

_BINNED = 4096  # larger samples are binned, and fewer are drawn, for they differ less
_FEWER = 3
_WIDTH = 0.01  # of a bin; everything varies over distances of order 1
_BALANCED = (2, 4, 6, 8)  # powers of z whose means explain nine tenths of the samples' spread
_ENOUGH = 15  # samples, for weights that balance these
_KEYS = ["d", "gamma", "target"]


class Samples:
    """Several samples of the projections, and the kernel's equivalent averaged over them.

    The setting has ``draws``, ``psi``, ``kernel`` and ``noise``, and ``ridge`` unless `fitted` gets
    one; `more` is a multiple of the declared sample size. The samples get weights with which the
    means of ``z^2``, .., ``z^8`` over all of them are those of a Gaussian: this is regression on
    these means as control variates, and is worth ten times as many samples.
    """

    def __init__(self, setting: Setting, d: int, names: list[str], more: float = 1.0) -> None:
        self._d, self._setting = d, setting
        links = [target(name, setting["noise"]) for name in names]
        kernel, n = named_kernel(setting["kernel"]), round(more * setting["psi"] * d)
        large = n > _BINNED
        samples, moments = [], []
        for number in range(max(2, setting["draws"] // (_FEWER if large else 1))):
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

    def fitted(self, theta: float, ridge: float | None = None) -> Fitted:
        """Return the mean risks and learned fractions at one strength of the spike, by default with
        the setting's ridge.
        """
        penalty = float(self._setting["ridge"] if ridge is None else ridge)
        fits = self._samples.fitted(self._d, theta, penalty)
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


def half_learned(samples: Samples, place: int, near: float) -> float:
    """Return the theta at which the mean learned fraction of the target at a place in their list is
    one half; NaN if it is not near a first guess, such as the half point for n to infinity.
    """
    if math.isnan(near):
        return math.nan

    def learned(theta: float) -> float:
        return float(samples.fitted(theta).learned[place])

    return half(learned, math.log(near) - 0.4, math.log(near) + 1.2, 1e-3)


def controlled(runs: pd.DataFrame, theory: pd.DataFrame) -> pd.DataFrame:
    """Return runs of ``kernel_ridge`` without the fluctuation of ``risk`` and ``learned`` with the
    projections, given its theory for the same targets.

    From each run the equivalent of its own sample is subtracted, and the average of the equivalent
    over samples added. The mean over seeds stays what it was up to the error of that average, and
    the seeds differ by a tenth as much.

    References
    ----------
    Derived here: a control variate, the equivalent given the projections (`theory.spiked_sample`).
    """
    average = theory.set_index(_KEYS)[["risk", "learned"]]
    means = average.loc[pd.MultiIndex.from_frame(runs[_KEYS])].reset_index(drop=True)
    runs = runs.reset_index(drop=True)
    for column in ("risk", "learned"):
        runs[column] = runs[column] - runs[f"{column}_equivalent"] + means[column]
    return runs
