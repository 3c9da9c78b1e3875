"""The largest overlap of many random neurons with the target, inputs without a spike (fig-width)."""

import math

import numpy as np

from feature_learning.core.experiment import Device, Rows, Setting, Streams


def width_overlap(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per d, width and replica: the largest ``|<w, beta>|``; narrow layers are the first neurons of the widest."""
    widths = sorted(map(int, setting.grid["width"]))
    for d in map(int, setting.grid["d"]):
        for replica in range(int(setting["replicas"])):
            stream = rng("init", d, replica)
            along, rest = np.abs(stream.standard_normal(widths[-1])), stream.chisquare(d - 1, widths[-1])
            best = np.maximum.accumulate(along / np.sqrt(along**2 + rest))
            for width in widths:
                yield {"d": d, "width": width, "replica": replica, "largest": float(best[width - 1])}


def median_largest(width: float, d: int) -> float:
    """Return the median of the largest ``|<w, beta>|`` of random directions w: squares have the law Beta(1/2, (d - 1)/2).

    Parameters
    ----------
    width, d
        Number of neurons, and dimension.
    """
    from scipy.special import betainccinv

    beyond = -math.expm1(-math.log(2) / width)  # the probability that one neuron is beyond the median of the largest
    return math.sqrt(float(betainccinv(0.5, (d - 1) / 2, beyond)))
