"""Twelve step sizes and ridges on one data set, from as many initialisations as the public code
happens to draw (fig1-code), and the poster's figure, which takes the best of them.
"""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.papers.bietti2022.shared.refit import RIDGES
from feature_learning.papers.bietti2022.shared.twelve import Run, draw, runs
from feature_learning.training.tied_readout import moments

__all__ = ["draw", "poster", "selection"]


def selection(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """One row per sample size, exponent, step size and ridge."""
    for run in runs(setting, draws, rng):
        yield run.row


def poster(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """The same with the least excess risk over ridges of a refit on the training samples, where the
    public code takes the least error on test samples.
    """
    for run in runs(setting, draws, rng):
        yield {**run.row, "risk": _risk(run)}


def _risk(run: Run) -> float:
    """Return the least excess risk over the ridges of the refit, NaN if the run diverged."""
    if not np.isfinite(run.theta).all():
        return float("nan")
    inputs, population = run.drawn["train"][: run.n], run.population
    y = run.link(inputs[:, 0]) + run.drawn["train_noise"][: run.n]
    solutions = moments(inputs @ run.theta, y, population.offsets, population.signs).solutions(
        RIDGES
    )
    g = population.correlations(run.link, [float(run.theta[0])])
    return float(population.excess(solutions, g[0], run.link.square_norm).min())
