"""The kernel's equivalent at finite n, averaged over samples, and what it does for the simulation."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd

from feature_learning.core.setting import Setting
from feature_learning.kernels.inner_product import named_kernel
from feature_learning.papers.ba2023.half_points import half
from feature_learning.papers.ba2023.model import noisy, target
from feature_learning.theory.spiked_sample import Fitted, SpikedSample

REACH = 2e5
"""The largest d at which samples are drawn; beyond it they are replaced by their law."""

_SMALL = 4096  # up to this n the number of samples is the one declared, beyond it they shrink as 1/n
_LEAST = 2
_KEYS = ["d", "gamma", "target"]


class Samples:
    """Projections and labels of several samples of one dimension.

    Parameters
    ----------
    setting
        Has ``draws``, ``psi``, ``kernel``, ``ridge`` and ``noise``.
    d
        The dimension.
    names
        The targets.
    more
        A multiple of the declared sample size.
    """

    def __init__(self, setting: Setting, d: int, names: list[str], more: float = 1.0) -> None:
        self._d, self._ridge = d, setting["ridge"]
        links = [target(name, setting["noise"]) for name in names]
        n = round(more * setting["psi"] * d)
        count = max(_LEAST, round(setting["draws"] * min(1.0, _SMALL / n)))
        self._samples = []
        for number in range(count):
            rng = np.random.default_rng([d, n, number])  # the same samples in every experiment
            z = rng.standard_normal(n)
            labels = noisy(links, z, rng.standard_normal(n))
            self._samples.append(SpikedSample(named_kernel(setting["kernel"]), z, links, labels))

    def fitted(self, theta: float) -> Fitted:
        """Return the mean risks and learned fractions at one strength of the spike."""
        found = [sample.fitted(self._d, theta, self._ridge) for sample in self._samples]
        return Fitted(np.mean([one.risks for one in found], axis=0), np.mean([one.learned for one in found], axis=0))


def half_learned(setting: Setting, d: int, name: str, near: float) -> float:
    """Return the theta at which the mean learned fraction is one half; NaN if it is not near.

    Parameters
    ----------
    setting
        As of `Samples`.
    d, name
        Dimension and target.
    near
        A first guess, such as the half point for n to infinity.
    """
    if math.isnan(near):
        return math.nan
    samples, around = Samples(setting, d, [name]), math.log(near)
    return half(lambda theta: float(samples.fitted(theta).learned[0]), around - 0.4, around + 1.2, 1e-4)


def controlled(runs: pd.DataFrame, theory: pd.DataFrame) -> pd.DataFrame:
    """Return runs whose ``risk`` and ``learned`` have the fluctuation of their sample's projections taken out.

    From each run the equivalent of its own sample is subtracted, and the average of the equivalent over samples added. The
    mean over seeds stays what it was up to the error of that average, and the seeds differ by a tenth as much.

    Parameters
    ----------
    runs
        Rows of ``kernel_ridge``.
    theory
        Its theory, of the same targets.

    References
    ----------
    Derived here: a control variate, the equivalent given the projections (`theory.spiked_sample`).
    """
    average = theory.set_index(_KEYS)[["risk", "learned"]]
    own = average.loc[pd.MultiIndex.from_frame(runs[_KEYS])].reset_index(drop=True)
    found = runs.reset_index(drop=True)
    for column in ("risk", "learned"):
        found[column] = found[column] - found[f"{column}_equivalent"] + own[column]
    return found
