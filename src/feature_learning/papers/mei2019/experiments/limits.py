"""Bias and variance without a ridge, and as the width or the sample grows."""

import itertools
import math
from typing import Any

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid, Positive
from feature_learning.data.links import Link
from feature_learning.networks.activations import Activation
from feature_learning.papers.mei2019.experiments.widths import Penalty
from feature_learning.papers.mei2019.model import (
    TARGETS,
    Batch,
    Population,
    by_target,
    directions,
    feature_matrix,
    inputs,
)
from feature_learning.papers.mei2019.risks import (
    NEARLY_RIDGELESS,
    Regression,
    around,
    best_penalty,
    excess_risk,
)
from feature_learning.theory.double_descent import (
    bias_variance,
    large_sample_bias,
    snr_threshold,
    wide_bias_variance,
)
from feature_learning.theory.finite_features import part_traces
from feature_learning.training.nested import NestedLeastSquares
from feature_learning.training.second_layer import least_norm

_PARTS = (TARGETS["linear"], Link(noise_variance=1.0))  # of the bias and of the variance


class HeatMap(Regression):
    """The ridgeless risk of a linear target without noise over N/d and n/d."""

    psi1: Grid[Positive]  # N/d
    size: Grid[Positive]  # n/d of the map
    psi2: Grid[Positive]  # n/d of the cuts

    def predict(self) -> Rows:
        """Yield the map, and its cuts at each n/d, whose points close in on the pole."""
        sigma = self.sigma
        grid = [(psi1, psi2, False) for psi2 in self.size for psi1 in self.psi1]
        cuts = [(psi1, psi2, True) for psi2 in self.psi2 for psi1 in around(psi2, self.psi1)]
        for psi1, psi2, cut in (*grid, *cuts):
            risk = excess_risk(sigma, psi1, psi2, 0.0, 0.0)
            yield {"psi1": psi1, "psi2": psi2, "cut": cut, "risk": risk}


class WideLimit(Regression):
    """Bias and variance against ``size``: N/d at n/d = psi2, or n/d at several N/d without a
    ridge.
    """

    psi2: Positive
    size: Grid[Positive]
    lbar: Grid[Penalty]
    psi1: Grid[Positive]

    def predict(self) -> Rows:
        """Yield bias and variance with their limits."""
        sigma, psi2 = self.sigma, self.psi2
        yield from (
            _against_limit(sigma, "width", lbar, size, psi2)
            for lbar in self.lbar
            for size in (self.size if lbar else around(psi2, self.size))
        )
        yield from (
            _against_limit(sigma, "samples", psi1, size, psi2)
            for psi1 in self.psi1
            for size in around(psi1, self.size)
        )


class WideSimulation(Regression):
    """Bias and variance apart, as the width or the sample grows.

    The bias is the risk of a linear target without noise. The variance is the risk of pure noise of
    unit variance.
    """

    d: Count
    teachers: Count
    psi2: Positive
    width: Grid[Positive]  # N/d at n/d = psi2
    lbar: Grid[Penalty]
    samples: Grid[Positive]  # n/d at N/d = psi1, without a ridge
    psi1: Grid[Positive]

    def generate(self, rng: Streams) -> Draws:
        """Draw teachers and features; smaller widths take the first features."""
        widest = max(*self.width, *self.psi1)
        return directions(self.d, round(widest * self.d), self.teachers, rng)

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per width and penalty, and one per sample and width without a ridge."""
        d, sigma, n = self.d, self.sigma, round(self.psi2 * self.d)
        sizes = {size: round(size * d) for size in self.samples}
        batch = Batch.of(inputs(max(n, *sizes.values()), d, rng), _PARTS, draws, rng, device)
        features = feature_matrix("features", sigma, batch.projections, rng("surrogate"), device)
        population = Population.of("features", sigma, batch.targets, draws, device)

        def parts(readouts: Any) -> dict[str, float]:
            bias, _ = by_target(population.risk(readouts), 2)
            _, variance = by_target(population.readout_power(readouts), 2)
            return {"bias": bias, "variance": variance}

        fits = NestedLeastSquares(features[:n], batch.labels[:n], device.xp)
        for size in sorted(self.width):
            width = round(size * d)
            for lbar in self.lbar:
                penalty = n * width * lbar * sigma.nonlinear**2 / d
                point = {"grows": "width", "curve": lbar, "size": size}
                yield {**point, **parts(fits.solve(width, penalty))}
        for psi1 in self.psi1:
            narrow = features[:, : round(psi1 * d)]
            for size, count in sizes.items():
                readouts = least_norm(narrow[:count], batch.labels[:count], device.xp)
                yield {"grows": "samples", "curve": psi1, "size": size, **parts(readouts)}

    def predict(self) -> Rows:
        """Yield both at the simulated sizes in the limit, and the variance at this d."""
        sigma, psi2, d = self.sigma, self.psi2, self.d
        curves = [
            *(("width", *point) for point in itertools.product(self.lbar, self.width)),
            *(("samples", *point) for point in itertools.product(self.psi1, self.samples)),
        ]
        for grows, curve, size in curves:
            width, n, lbar = (size, psi2, curve) if grows == "width" else (curve, size, 0.0)
            ridge = width * (lbar * sigma.nonlinear**2 or NEARLY_RIDGELESS)
            traces = part_traces(sigma, d, n * d, width * d, ridge)
            columns = _against_limit(sigma, grows, curve, size, psi2)
            yield {**columns, "finite_variance": traces.risk(0, 0, 0, noise=1)}


class PhaseDiagram(Regression):
    """The best penalty of infinitely wide features against the signal-to-noise ratio rho."""

    psi2: Positive
    rho_over_threshold: Grid[Positive]

    def predict(self) -> Rows:
        """Yield the best penalty; no ridge is best above ``zeta^2``."""
        sigma = self.sigma
        threshold = snr_threshold(sigma)
        for multiple in around(1.0, self.rho_over_threshold):
            rho = multiple * threshold

            def risk(lbar: float, rho: float = rho) -> float:
                bias, variance = wide_bias_variance(sigma, self.psi2, lbar)
                return bias + variance / rho

            best_lbar, best = best_penalty(risk)
            yield {
                "rho_over_threshold": multiple,
                "rho": rho,
                "threshold": threshold,
                "best_lbar": best_lbar,
                "best_risk": best,
                "ridgeless_risk": risk(0.0),
            }


def _against_limit(
    sigma: Activation, grows: str, curve: float, size: float, psi2: float
) -> dict[str, object]:
    """Return bias and variance of a curve (lbar where the width grows, N/d where the sample does)
    at a size.
    """
    if grows == "width":
        limit, psi, lbar = wide_bias_variance(sigma, psi2, curve), (size, psi2), curve
    else:
        limit, psi, lbar = (large_sample_bias(sigma, curve), 0.0), (curve, size), 0.0
    parts = (math.nan, math.nan)  # at a pole
    if lbar or psi[0] != psi[1]:
        parts = bias_variance(sigma, *psi, lbar * sigma.nonlinear**2)
    columns = dict(
        zip(("bias", "variance", "bias_limit", "variance_limit"), parts + limit, strict=True)
    )
    return {"grows": grows, "curve": curve, "size": size, **columns}
