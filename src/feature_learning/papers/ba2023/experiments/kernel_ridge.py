"""Kernel ridge regression on spiked data (krr-staircase, krr-theta-half)."""

import math
from collections.abc import Callable, Sequence

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid, LinkName, Positive
from feature_learning.data.links import Link
from feature_learning.papers.ba2023.finite_n import AtFiniteN, Samples
from feature_learning.papers.ba2023.model import (
    Dimension,
    FarDimension,
    OnKernel,
    evaluation_points,
    isotropic,
    noisy,
    strength,
    target,
)
from feature_learning.papers.ba2023.spiked_regression import SpikedRegression
from feature_learning.papers.ba2023.thresholds import REACH, half, half_by
from feature_learning.theory import spiked_kernel
from feature_learning.theory.spiked_sample import SpikedSample

_COLUMNS = ("risk", "learned", "risk_equivalent", "learned_equivalent")


class _FixedRidge(AtFiniteN):
    """Regression with one ridge."""

    ridge: Positive

    def limit(self, link: Link, gamma: float) -> float:
        """Return the limit of the risk at a ridge that does not grow, NaN where there is no
        staircase.
        """
        if not 0 < gamma < 1:
            return math.nan
        return spiked_kernel.plateau(self.kernel_function, link, gamma, self.psi, self.ridge)


class KernelRidge(_FixedRidge):
    """Risk and learned fraction, against the strength of the spike."""

    d: Grid[Dimension]
    gamma: Grid[float]
    every_gamma_to: Count  # the largest d with every gamma
    beyond_from: Positive  # the least gamma at larger d
    test_size: Count

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per dimension, gamma and target: simulation, and equivalent of its sample.

        Means are taken over a few samples where d is smaller than the largest: these fluctuate more
        and cost less.
        """
        for d in self.d:
            replicas = range(round(math.sqrt(max(self.d) / d)))
            every = d <= self.every_gamma_to
            gammas = [gamma for gamma in self.gamma if every or gamma >= self.beyond_from]
            outcomes = [self._outcomes(d, gammas, rng, replica) for replica in replicas]
            means = np.mean(outcomes, axis=0).tolist()
            for gamma, of_gamma in zip(gammas, means, strict=True):
                for name, values in zip(self.target, of_gamma, strict=True):
                    columns = dict(zip(_COLUMNS, values, strict=True))
                    yield {"d": d, "gamma": gamma, "target": name, **columns}

    def _outcomes(self, d: int, gammas: Sequence[float], rng: Streams, replica: int) -> np.ndarray:
        """Return the numbers of one sample, shape (gammas, targets, columns)."""
        links = self.links(self.target)
        kernel = self.seeing(links)
        inputs, noise = isotropic(self.samples(d), d, rng, "train", replica)
        test, weights, truth = evaluation_points(self.test_size, d, links, rng, replica)
        regression = SpikedRegression(kernel, inputs, test)
        labels = noisy(links, inputs[:, 0], noise)
        equivalent = SpikedSample(kernel, inputs[:, 0], links, labels)
        outcomes = []
        for gamma in gammas:
            theta = strength(gamma, d)
            predicted = regression.paths(theta, labels, [self.ridge])[..., 0]
            expected = equivalent.fitted(d, theta, self.ridge)
            risks = weights @ (predicted - truth) ** 2
            learned = weights @ (predicted * truth) / (weights @ truth**2)
            outcomes.append(np.stack([risks, learned, expected.risks, expected.learned], axis=1))
        return np.array(outcomes)

    def predict(self) -> Rows:
        """Yield risk and learned fraction by the equivalent at finite n, and the limit."""
        links = self.links(self.target)
        limits = {gamma: [self.limit(link, gamma) for link in links] for gamma in self.gamma}
        for d in self.d:
            samples = self.at_finite_n(d)
            for gamma in self.gamma:
                fit = samples.fitted(strength(gamma, d), self.ridge)
                columns = zip(
                    self.target,
                    fit.risks.tolist(),
                    fit.learned.tolist(),
                    limits[gamma],
                    strict=True,
                )
                for name, risk, learned, limit in columns:
                    point = {"d": d, "gamma": gamma, "target": name}
                    yield {**point, "risk": risk, "learned": learned, "limit": limit}


class Plateau(_FixedRidge):
    """The risk at one strength of the spike, against d."""

    d: Grid[Dimension]
    gamma: float

    def predict(self) -> Rows:
        """Yield the risk by the equivalent at finite n, its limit, and the printed one."""
        gamma, links = self.gamma, self.links(self.target)
        for d in self.d:
            risks = self.at_finite_n(d).fitted(strength(gamma, d), self.ridge).risks.tolist()
            for name, link, risk in zip(self.target, links, risks, strict=True):
                point = {"d": d, "gamma": gamma, "target": name, "risk": risk}
                printed = spiked_kernel.staircase(target(name), gamma)
                yield {**point, "limit": self.limit(link, gamma), "printed": printed}


class Staircase(OnKernel):
    """The limit of the risk, with a ridge that grows slowly."""

    d: Grid[FarDimension]
    gamma: Grid[float]
    target: Grid[LinkName]

    def predict(self) -> Rows:
        """Yield the limit, and the equivalent at huge d with the ridge log d."""
        links = self.links(self.target)
        for d in self.d:
            for gamma in self.gamma:
                kernel = self.equivalent(d, strength(gamma, d), math.log(d))
                for name, link in zip(self.target, links, strict=True):
                    columns = {"risk": kernel.risk(link)}
                    columns["limit"] = spiked_kernel.staircase(link, gamma)
                    yield {"d": d, "gamma": gamma, "target": name, **columns}


class KernelHalf(_FixedRidge):
    """The strength at which half of a pure target is learned, against d."""

    d: Grid[FarDimension]

    def predict(self) -> Rows:
        """Yield the strength at finite n, NaN beyond what is computed, and for n to infinity."""

        def learned(link: Link, d: float) -> Callable[[float], float]:
            return lambda theta: self.equivalent(d, theta, self.ridge).learned(link)

        links = self.links(self.target)
        for d in self.d:
            samples = self.at_finite_n(int(d)) if d <= REACH else None
            for place, (name, link) in enumerate(zip(self.target, links, strict=True)):
                wide = half_by(learned(link, d), d)
                finite = half_learned(samples, self.ridge, place, wide) if samples else math.nan
                yield {"d": d, "target": name, "half": finite, "half_wide": wide}


def half_learned(samples: Samples, ridge: float, place: int, near: float) -> float:
    """Return the theta at which the mean learned fraction of the target at a place in their list is
    one half; NaN if it is not near a first guess, such as the half point for n to infinity.
    """
    if math.isnan(near):
        return math.nan

    def learned(theta: float) -> float:
        return float(samples.fitted(theta, ridge).learned[place])

    return half(learned, math.log(near) - 0.4, math.log(near) + 1.2, 1e-3)
