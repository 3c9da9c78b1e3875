"""The kernel's risk by the equivalent that keeps a sample's projections on the spike."""

from collections.abc import Sequence

import numpy as np

from feature_learning.core.setting import Setting
from feature_learning.kernels.inner_product import truncated_exponential
from feature_learning.papers.mousavi2023.shared.model import target
from feature_learning.theory.spiked_sample import SpikedSample

_DEGREE = 8  # of the exponential's series: higher terms are below a thousandth at these d
_DRAWS = 40


def least_risks(
    setting: Setting, names: Sequence[str], d: int, sizes: Sequence[int], theta: float
) -> np.ndarray:
    """Return the mean over samples of the least risk over ridges, shape (sizes, targets).

    Parameters
    ----------
    setting
        Declares ``noise`` and the powers of 10 of the ridges.
    names, d, sizes, theta
        Targets, dimension, sample sizes, and the strength of a spike along the target.
    """
    links = [target(name).with_noise(setting["noise"] ** 2) for name in names]
    kernel, found = truncated_exponential(_DEGREE), []
    ridges = [10.0**power for power in range(setting["least_power"], setting["most_power"] + 1)]
    for n in sizes:
        z = np.random.default_rng([d, n]).standard_normal((_DRAWS, n))
        sample = SpikedSample(kernel, z, links)
        risks = [sample.fitted(d, theta, ridge).risks for ridge in ridges]
        found.append(np.min(risks, axis=0).mean(axis=0))
    return np.array(found)
