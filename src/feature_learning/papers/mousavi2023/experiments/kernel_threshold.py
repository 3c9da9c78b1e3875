"""The sample size at which a kernel has learned half of the target, spike along it, against d (fig-risk)."""

import numpy as np

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.papers.mousavi2023.shared.kernel_fit import kernel_risks
from feature_learning.papers.mousavi2023.shared.model import checked
from feature_learning.statistics.exponents import crossing

HALF = 0.5


def kernel_threshold(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per d, structure and sample size: risk and ridge."""
    checked(setting, int(setting["k"]), 0.0)
    for d in map(int, setting.grid["d"]):
        for structure, n, risk, ridge in kernel_risks(setting, d, sorted(map(int, setting.grid["n"])), rng):
            yield {"d": d, "structure": structure, "n": n, "risk": risk, "ridge": ridge}


def half_learned(sizes: np.ndarray, risks: np.ndarray) -> float:
    """Return the sample size at which the risk is 1/2, linear in ln n; NaN where it is not reached.

    Parameters
    ----------
    sizes, risks : (points,)
        Growing sample sizes.
    """
    return crossing(np.asarray(sizes, dtype=float), -np.minimum.accumulate(risks), -HALF)
