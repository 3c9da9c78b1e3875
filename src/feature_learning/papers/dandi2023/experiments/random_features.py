"""Plateaus of random features on the sphere: many features against the samples, and many samples
against the width (fig8), with deterministic equivalents of their risks.
"""

import itertools
import math
from functools import cache
from typing import Literal

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid, Positive
from feature_learning.data.covariates import on_sphere
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.model import Activated
from feature_learning.theory.deterministic_equivalents import Spectrum, solve
from feature_learning.theory.harmonics import feature_spectrum, multiplicity
from feature_learning.theory.zonal import DEGREE, Zonal
from feature_learning.training.second_layer import ridge, solve_regularised

# Next to the Gram matrix of features, which has no penalty at infinitely many samples.
_ROUNDING = 1e-9
_DEGREE = 24  # of the deterministic equivalents
Varied = Literal["samples", "width"]


class _Features(Activated):
    """Ridge regression on random features, with exact risks."""

    ridge: Positive
    log_size: Grid[Positive]  # log n/log d, or log p/log d


class _OneSize(_Features):
    """Kernel ridge regression on samples, or features of infinitely many samples."""

    varied: Grid[Varied]

    def risk(self, d: int, varied: str, size: float) -> float:
        """Return the risk of so many samples, or of so many features without a ridge."""
        if varied == "samples":
            return feature_risk(self.activation, d, size, math.inf, self.ridge)
        return feature_risk(self.activation, d, math.inf, size, 0.0)


class RandomFeatures(_OneSize):
    """With ``varied: samples`` it is kernel ridge regression, for infinitely many features; with
    ``width`` the best readout of the features, for infinitely many samples. Smaller samples and
    networks are parts of the largest.

    Kernel: ``K(t) = sum_k lam_k N_k P_k(t)`` with ``lam_k = s_k^2``, ``s_k = E sigma P_k``.
    """

    d: Count

    @property
    def sizes(self) -> dict[float, int]:
        """The number of samples or features at each log size."""
        return {log_size: round(self.d**log_size) for log_size in self.log_size}

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per sweep and size."""
        d, sigma, counts = self.d, self.sigma, self.sizes
        kernel = Zonal.of(sigma, d, sigma.kinks)
        multiplicities = np.array([float(multiplicity(d, k)) for k in range(DEGREE + 1)])
        projections = kernel.coefficients / np.sqrt(multiplicities)  # s_k
        twice_kernel = Zonal.polynomial(projections**2 * np.sqrt(multiplicities), d)
        for varied in self.varied:
            stream = rng("train" if varied == "samples" else "init")
            points = on_sphere(stream.standard_normal((max(counts.values()), d)))
            cosines, harmonics = points @ points.T, components(d**0.5 * points)
            gram, power = kernel.gram(cosines), 2 if varied == "samples" else 1
            seen, labels = projections[1:4] ** power @ harmonics, harmonics.sum(axis=0)
            twice = twice_kernel.gram(cosines) if varied == "samples" else gram
            for log_size, n in counts.items():
                if varied == "samples":
                    dual = solve_regularised(gram[:n, :n], labels[:n], self.ridge)
                    error = 3 - 2 * dual @ seen[:n] + dual @ twice[:n, :n] @ dual
                else:
                    error = 3 - seen[:n] @ solve_regularised(gram[:n, :n], seen[:n], _ROUNDING)
                yield {"varied": varied, "log_size": log_size, "size": n, "error": float(error)}

    def predict(self) -> Rows:
        """Yield deterministic equivalents at the sizes of the runs."""
        for varied, (log_size, size) in itertools.product(self.varied, self.sizes.items()):
            error = self.risk(self.d, varied, size)
            yield {"varied": varied, "log_size": log_size, "error": error}


class Plateaus(_OneSize):
    """The same in dimensions in which nothing is simulated as well."""

    d: Grid[Count]

    def predict(self) -> Rows:
        """Yield deterministic equivalents of any size."""
        for d, varied, log_size in itertools.product(self.d, self.varied, self.log_size):
            error = self.risk(d, varied, d**log_size)
            yield {"d": d, "varied": varied, "log_size": log_size, "error": error}


class Joint(_Features):
    """Finite numbers of samples and of features, which are parts of the largest."""

    d: Count
    log_width: Grid[Positive]  # log p/log d

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per number of samples and of features."""
        d, sigma = self.d, self.sigma
        kernel = Zonal.of(sigma, d, sigma.kinks)
        counts = np.sqrt([float(multiplicity(d, k)) for k in (1, 2, 3)])
        projections = kernel.coefficients[1:4] / counts
        sizes, widths = (
            {size: round(d**size) for size in logs} for logs in (self.log_size, self.log_width)
        )
        x = on_sphere(rng("train").standard_normal((max(sizes.values()), d)))
        weights = on_sphere(rng("init").standard_normal((max(widths.values()), d)))
        features, labels = sigma(d**0.5 * x @ weights.T), components(d**0.5 * x).sum(axis=0)
        seen, gram = projections @ components(d**0.5 * weights), kernel.gram(weights @ weights.T)
        for log_width, p in widths.items():
            for log_size, n in sizes.items():
                rows = features[:n, :p] / p**0.5
                scaled = ridge(rows, labels[:n], self.ridge) / p**0.5
                error = 3 - 2 * scaled @ seen[:p] + scaled @ gram[:p, :p] @ scaled
                point = {"log_size": log_size, "log_width": log_width}
                yield {**point, "n": n, "error": float(error)}

    def predict(self) -> Rows:
        """Yield deterministic equivalents."""
        d = self.d
        for log_size in self.log_size:
            for log_width in self.log_width:
                error = feature_risk(self.activation, d, d**log_size, d**log_width, self.ridge)
                yield {"log_size": log_size, "log_width": log_width, "error": error}


def components(x: np.ndarray) -> np.ndarray:
    """Return one harmonic each of degree 1, 2 and 3, of unit norm on the sphere of radius sqrt d,
    shape (3, n); the target is their sum.
    """
    d = x.shape[1]
    pair = x[:, 0] * x[:, 1]
    return np.stack(
        [x[:, 3], ((d + 2) / d) ** 0.5 * pair, ((d + 2) * (d + 4)) ** 0.5 / d * pair * x[:, 2]]
    )


@cache
def _spectrum(name: str, d: int) -> Spectrum:
    sigma = activation(name)
    return feature_spectrum(sigma, d, _DEGREE, sigma.kinks)


def feature_risk(name: str, d: int, n: float, width: float, ridge: float) -> float:
    """Return the risk of ridge regression on n samples and features of an activation, either of
    which may be infinite, for a target with one harmonic each of degree 1, 2 and 3.
    """
    power = np.zeros(_DEGREE + 1)
    power[1:4] = 1.0
    return solve(_spectrum(name, d), n, ridge, width).risk(power)
