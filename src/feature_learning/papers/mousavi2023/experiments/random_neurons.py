"""Overlaps of random neurons with the target, and the time of the whitened population flow from
there.
"""

import math
from itertools import product

import numpy as np

from feature_learning.core.experiment import Device, Draws, Experiment, Rows, Setting, Streams
from feature_learning.core.values import Count, Grid
from feature_learning.papers.mousavi2023.model import structures
from feature_learning.theory.whitened_flow import runtime

DEGREES = (2, 3, 4)


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the neurons' two coordinates in the plane of spike and target, and the squared length of
    the remainder, d by d.
    """
    count, coordinates = setting["inits"], []
    for d in setting.ints("d"):
        stream = rng("init", d)
        first, second = stream.standard_normal((2, count))
        norm = np.sqrt(first**2 + second**2 + stream.chisquare(d - 2, count))
        coordinates.append(np.stack([first / norm, second / norm]))
    return {"plane": np.stack(coordinates)}


def initial_overlap(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """One row per structure and d: the median overlap, and the median time to the final overlap for
    each k (fig-runtime).
    """
    for d, coordinates in zip(setting.ints("d"), draws["plane"], strict=True):
        for structure in structures(setting):
            overlaps = np.abs(structure.plane(d).overlap_from_plane(*coordinates))
            medians = {"overlap": float(np.median(overlaps))}
            for k in DEGREES:
                medians[f"time_{k}"] = float(np.median(runtime(overlaps, setting["end"], k)))
            yield {**structure.columns, "d": d, **medians}


class WidthOverlap(Experiment):
    """The largest ``|<w, beta>|`` of N random neurons without a spike."""

    d: Grid[Count]
    width: Grid[Count]
    replicas: Count

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per d, width and replica; narrow layers are the first neurons of the
        widest.
        """
        widths = sorted(self.width)
        for d, replica in product(self.d, range(self.replicas)):
            stream = rng("init", d, replica)
            along = np.abs(stream.standard_normal(widths[-1]))
            norm = np.sqrt(along**2 + stream.chisquare(d - 1, widths[-1]))
            largest = np.maximum.accumulate(along / norm).tolist()
            for width in widths:
                yield {"d": d, "width": width, "replica": replica, "largest": largest[width - 1]}

    def predict(self) -> Rows:
        """Yield the exact medians."""
        for d, width in product(self.d, self.width):
            yield {"d": d, "width": width, "largest": median_largest(width, d)}


def median_largest(width: float, d: int) -> float:
    """Return the median of the largest ``|<w, beta>|`` of random directions w: squares have the law
    Beta(1/2, (d - 1)/2).

    Parameters
    ----------
    width, d
        Number of neurons, and dimension.
    """
    from scipy.special import betainccinv

    # The probability that one neuron is beyond the median of the largest.
    beyond = -math.expm1(-math.log(2) / width)
    return math.sqrt(float(betainccinv(0.5, (d - 1) / 2, beyond)))
