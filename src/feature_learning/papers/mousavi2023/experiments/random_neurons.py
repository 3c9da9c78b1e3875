"""Overlaps of random neurons with the target, and the time of the whitened population flow from
there.
"""

import math
from itertools import product

import numpy as np

from feature_learning.core.experiment import Device, Draws, Experiment, Rows, Streams
from feature_learning.core.values import Count, Grid, Positive
from feature_learning.papers.mousavi2023.model import Structured
from feature_learning.theory.whitened_flow import runtime

_DEGREES = (2, 3, 4)


class InitialOverlap(Structured):
    """The overlap of random neurons, and the time of the whitened flow from there (fig-runtime)."""

    d: Grid[Count]
    inits: Count
    end: Positive  # the overlap whose time is computed

    def generate(self, rng: Streams) -> Draws:
        """Draw the neurons' two coordinates in the plane of spike and target, and the squared
        length of the remainder, d by d.
        """
        coordinates = []
        for d in self.d:
            stream = rng("init", d)
            first, second = stream.standard_normal((2, self.inits))
            norm = np.sqrt(first**2 + second**2 + stream.chisquare(d - 2, self.inits))
            coordinates.append(np.stack([first / norm, second / norm]))
        return {"plane": np.stack(coordinates)}

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per d and structure: the medians of the overlap and of the time to the
        final one for each k.
        """
        for (d, coordinates), structure in product(
            zip(self.d, draws["plane"], strict=True), self.structures
        ):
            overlaps = np.abs(structure.plane(d).overlap_from_plane(*coordinates))
            medians = {"overlap": float(np.median(overlaps))}
            for k in _DEGREES:
                medians[f"time_{k}"] = float(np.median(runtime(overlaps, self.end, k)))
            yield {**structure.columns, "d": d, **medians}

    def predict(self) -> Rows:
        """Yield the exact median overlap and the times from there, with the exponent delta0."""
        for structure, d in product(self.structures, self.d):
            overlap = structure.plane(d).median_overlap(d)
            row = {**structure.columns, "d": d, "overlap": overlap, "delta0": structure.delta0}
            times = {f"time_{k}": float(runtime(overlap, self.end, k)) for k in _DEGREES}
            yield {**row, **times}


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
