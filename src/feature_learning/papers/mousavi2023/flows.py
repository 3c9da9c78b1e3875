"""Normalised gradient flow of one neuron on whitened inputs, and the time at which a flow reaches
an overlap.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from feature_learning.core.experiment import Experiment
from feature_learning.core.values import Count, NotNegative, Positive, Precision
from feature_learning.data.covariates import on_sphere
from feature_learning.data.whitening import whitened
from feature_learning.papers.mousavi2023.model import Covariance
from feature_learning.training.projected_flow import arc_length_flow, falling_lengths
from feature_learning.training.single_neuron import Gradient, neuron_gradient


class FlowOnSample(Experiment):
    """Gradient flow on samples."""

    noise: NotNegative  # standard deviation of the labels' noise
    step: Positive  # the length of a step on the sphere, of the first one where they fall
    steps: Count
    dtype: Precision  # of the flow


@dataclass(frozen=True)
class WhitenedFlow:
    """Normalised gradient flow: inputs whitened by their own second moments, the neuron on the
    sphere there.

    Whitening ``Sigma^(1/2) g`` and whitening g give the same sample up to a rotation, and the flow
    commutes with rotations. So one whitened sample is enough for every structure: the structure
    only determines where the flow starts.

    Attributes
    ----------
    white, root
        From `whitened`.
    gradient
        On the whitened sample.
    """

    white: np.ndarray
    root: np.ndarray
    gradient: Gradient

    @classmethod
    def on(
        cls,
        inputs: np.ndarray,
        labels: np.ndarray,
        bias: float | np.ndarray,
        dtype: str = "float64",
    ) -> WhitenedFlow:
        """Whiten a sample; raises as `whitened` does."""
        white, root = whitened(inputs)
        white = white.astype(dtype, copy=False)
        return cls(white, root, neuron_gradient(white, labels, bias))

    def start(self, weights: np.ndarray, covariance: Covariance) -> np.ndarray:
        """Return the starts, of norm 1, of neurons w on the original inputs:
        ``Sigma_hat^(1/2) w``.
        """
        return on_sphere(covariance.root(weights) @ self.root.T)

    def run(self, starts: np.ndarray, step: float, steps: int) -> np.ndarray:
        """Return the ends of the paths, directions in the coordinates of g, not of norm 1."""
        dtype = self.white.dtype
        lengths = falling_lengths(step, steps).astype(dtype)
        ends = arc_length_flow(starts.astype(dtype), self.gradient, lengths, landing=True)
        return self.unwhitened(ends)

    def unwhitened(self, weights: np.ndarray) -> np.ndarray:
        """Return directions on the whitened sample in the coordinates of g, not of norm 1."""
        from scipy.linalg import solve_triangular

        return np.asarray(solve_triangular(self.root, weights.T.astype(float), lower=False).T)


def passage(
    path: Iterable[tuple[np.ndarray, np.ndarray]], level: float
) -> tuple[np.ndarray, np.ndarray]:
    """Return the overlaps at the start and the times at which they first reach a level, linear
    within a step; 0 for paths that begin beyond it, infinite for those that never reach it.

    Parameters
    ----------
    path
        Yields times and overlaps of all paths, each (paths,). It is left once all have arrived.
    level
        The overlap to reach.
    """
    steps = iter(path)
    before, start = next(steps)
    waiting, last = start < level, start
    times = np.where(waiting, np.inf, 0.0)
    for now, overlap in steps:
        arrived = waiting & (overlap >= level)
        share = (level - last[arrived]) / (overlap - last)[arrived]
        times[arrived] = before[arrived] + share * (now - before)[arrived]
        waiting &= ~arrived
        if not waiting.any():
            break
        before, last = now, overlap
    return start, times
