"""Predictions without a simulation: exponents, and flows on the population."""

import math
from itertools import product
from typing import Annotated, Literal

import numpy as np

from feature_learning.core.experiment import Experiment, Rows
from feature_learning.core.values import COUNT, Count, Grid, Positive
from feature_learning.papers.mousavi2023.model import Degree, Misalignment, Strength
from feature_learning.theory.spherical_flow import (
    SphericalFlow,
    growth_threshold,
    limiting_threshold,
    staying_share,
)
from feature_learning.theory.spiked_overlap import gradient_exponent, sample_exponent
from feature_learning.theory.whitened_flow import runtime, spiked_runtime

Dimension = Annotated[float, COUNT]  # beyond what a computer calls an integer
Convention = Literal["added", "unit-norm"]  # of the covariance: I + theta mu mu^T, or norm 1


class Phase(Experiment):
    """The sufficient number of samples, and the cosine of the first gradient."""

    k: Grid[Degree]
    gamma1: Grid[Misalignment]
    gamma2: Grid[Strength]

    def predict(self) -> Rows:
        """Yield their exponents in d."""
        for k, gamma1, gamma2 in product(self.k, self.gamma1, self.gamma2):
            yield {
                "k": k,
                "gamma1": gamma1,
                "gamma2": gamma2,
                "exponent": sample_exponent(k, gamma1, gamma2),
                "gradient_exponent": gradient_exponent(gamma1, gamma2),
            }


class EndOfFlow(Experiment):
    """The whitened flow from one overlap to nearly 1."""

    begin: Positive  # the overlap at the start
    k: Grid[Degree]
    epsilon: Grid[Positive]  # 1 minus the overlap at the end

    def predict(self) -> Rows:
        """Yield its time, with the slope in ln(1/epsilon)."""
        for k, epsilon in product(self.k, self.epsilon):
            yield {
                "k": k,
                "epsilon": epsilon,
                "log": -math.log(epsilon),
                "time": float(runtime(self.begin, 1 - epsilon, k)),
                "slope": 1 / (4 * k),
            }


class Paths(Experiment):
    """Flows on the sphere, whitened and normalised against time, with a spike along the target."""

    d: Dimension
    k: Degree
    convention: Convention
    gamma2: Grid[Strength]

    def predict(self) -> Rows:
        """Yield paths as list columns: m of the flow on the sphere, and omega of the whitened flow
        and of the normalised one, all from ``m = d^-1/2``.
        """
        k, start = self.k, self.d**-0.5
        for gamma2 in self.gamma2:
            flow = SphericalFlow(k, self.d**gamma2, self.convention)
            times, m = flow.path(start, points=2000)
            omega = np.geomspace(float(flow.overlap(start)), 0.999, len(times))
            first, left = (runtime(each, 0.5, k, flow.strength) for each in (omega[0], omega))
            yield {
                "gamma2": gamma2,
                "times": times,
                "m": m,
                "omega": omega,
                "white_times": first - left,
                "normalised_times": spiked_runtime(omega[0], omega, k, flow.theta, flow.strength),
            }


class Staying(Experiment):
    """Random neurons whose overlap stays of order ``d^-1/2`` in the flow on the sphere."""

    convention: Grid[Convention]
    k: Grid[Degree]
    d: Grid[Dimension]
    gamma2: Grid[Strength]
    multiple: Positive  # of d^-1/2, below which m stays
    quantiles: Count  # of m at the start

    def predict(self) -> Rows:
        """Yield their fraction, and the end over the start from ``d^-1/2``."""
        for convention, k, d, gamma2 in product(self.convention, self.k, self.d, self.gamma2):
            flow = SphericalFlow(k, d**gamma2, convention)
            yield {
                "convention": convention,
                "k": k,
                "d": d,
                "gamma2": gamma2,
                "share": staying_share(flow, d, self.multiple, self.quantiles),
                "growth": flow.limit(d**-0.5) * math.sqrt(d),
            }


class Threshold(Experiment):
    """The strength of the spike beyond which the flow on the sphere leaves its start."""

    convention: Grid[Convention]
    k: Grid[Degree]
    d: Grid[Dimension]

    def predict(self) -> Rows:
        """Yield the gamma2 beyond which m grows, and its limit for unit norm."""
        for convention, k, d in product(self.convention, self.k, self.d):
            yield {
                "convention": convention,
                "k": k,
                "d": d,
                "threshold": growth_threshold(k, d, convention),
                "limit": limiting_threshold(k),
            }
