"""The one-dimensional problem of figures 3 and 4."""

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated

import numpy as np

from feature_learning.core.experiment import Experiment
from feature_learning.core.values import Number, Positive
from feature_learning.theory.fokker_planck import LineProblem

_DEVIATIONS = 3.5  # of a normal distribution, within which all but 0.05 % lies

# Distributions of one neuron that a grid of some thousand points holds.
LinePenalty = Annotated[float, Number(least=0.01, most=10)]
StartMean = Annotated[float, Number(least=-20, most=20)]
StartVariance = Annotated[float, Number(least=0.01, most=25)]


class OnLine(Experiment):
    """Neurons that start from normal distributions."""

    amplitude: Positive  # of the labels
    temperature: Positive
    penalty: LinePenalty
    dt: Positive

    def starts(self) -> list[tuple[float, float]]:
        """Return the means and variances of the starts."""
        raise NotImplementedError

    @property
    def problem(self) -> LineProblem:
        """The problem, on a grid that holds the starts."""
        return line_problem(self.amplitude, self.temperature, self.penalty, self.starts())


class FromOneStart(OnLine):
    """Neurons that start from one normal distribution."""

    start_mean: StartMean
    start_variance: StartVariance

    def starts(self) -> list[tuple[float, float]]:
        """Return mean and variance of the start."""
        return [(self.start_mean, self.start_variance)]


def line_problem(
    amplitude: float, temperature: float, penalty: float, starts: Iterable[tuple[float, float]] = ()
) -> LineProblem:
    """Return 21 inputs from -3 to 3 with labels ``amplitude sin(1.3 z)``.

    The grid is wide enough for the start and for the distribution that the penalty alone leaves.

    Parameters
    ----------
    amplitude, temperature, penalty
        Of the labels; lam and lam1.
    starts
        Means and variances of normal distributions.
    """
    inputs = np.linspace(-3, 3, 21)
    found = LineProblem(inputs, amplitude * np.sin(1.3 * inputs), temperature, penalty)
    normal = [(0.0, 1 / (2 * penalty)), *starts]
    extent = max(abs(mean) + _DEVIATIONS * math.sqrt(variance) for mean, variance in normal)
    if extent <= found.extent:
        return found
    return replace(found, extent=extent, points=1 + 2 * math.ceil(extent / found.spacing))


def stationary(problem: LineProblem) -> np.ndarray:
    """Return the stationary density on the grid, shape (points,), also at low temperatures."""
    damping = min(0.05, problem.temperature)
    return problem.stationary(damping=damping, iterations=round(200 / damping))
