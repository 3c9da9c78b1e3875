"""The risk against the number of features per sample, for both feature models."""

import itertools
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Function, Grid, Number, Positive
from feature_learning.papers.mei2019.model import (
    Batch,
    Population,
    by_target,
    directions,
    feature_matrix,
    inputs,
    target,
)
from feature_learning.papers.mei2019.risks import (
    NEARLY_RIDGELESS,
    Regression,
    around,
    at_finite_dimension,
    best_penalty,
    excess_risk,
    powers,
)
from feature_learning.theory.double_descent import proportional
from feature_learning.theory.finite_features import part_traces
from feature_learning.training.nested import NestedLeastSquares

# Smaller penalties are lost in the rounding of a Gram matrix.
Penalty = Annotated[float, Number(least=1e-9, zero=True)]
TargetOrNoise = Annotated[str, Function("link", ("linear", "noise", "pure-quadratic", "quadratic"))]


class _Widths(Regression):
    """Regression on nested random features at a fixed sample size."""

    teachers: Count
    model: Grid[Literal["features", "gaussian"]]
    target: Grid[TargetOrNoise]
    psi2: Positive  # n/d
    ratio: Grid[Positive]  # N/n

    def targets(self) -> tuple[str, ...]:
        """Return the names of the targets."""
        return self.target

    def samples(self, d: int) -> int:
        """Return the number of samples."""
        return round(self.psi2 * d)

    def widths(self, n: int) -> dict[float, int]:
        """Return the number of features at each N/n, from the smallest."""
        return {ratio: round(ratio * n) for ratio in sorted(self.ratio)}

    def directions(self, d: int, rng: Streams) -> Draws:
        """Draw teachers and features; smaller widths take the first features."""
        return directions(d, max(self.widths(self.samples(d)).values()), self.teachers, rng)

    def models(
        self, batch: Batch, draws: Draws, rng: Streams, device: Device
    ) -> Iterator[tuple[str, Any, Population, NestedLeastSquares]]:
        """Yield the name, features, averages and regression of each feature model."""
        d, sigma = len(draws["teachers"]), self.sigma
        for model in self.model:
            features = feature_matrix(model, sigma, batch.projections, rng("surrogate", d), device)
            population = Population.of(model, sigma, batch.targets, draws, device)
            yield model, features, population, NestedLeastSquares(features, batch.labels, device.xp)


class DoubleDescent(_Widths):
    """Risk, training error and learned fraction; means over teachers."""

    d: Grid[Count]
    lam: Grid[Penalty]

    def generate(self, rng: Streams) -> Draws:
        """Draw teachers and features at every dimension."""
        return {
            f"{name}-{d}": array for d in self.d for name, array in self.directions(d, rng).items()
        }

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per dimension, model, width, penalty and target."""
        links = [target(name) for name in self.target]
        for d in self.d:
            drawn = {name: draws[f"{name}-{d}"] for name in ("teachers", "features")}
            n = self.samples(d)
            batch = Batch.of(inputs(n, d, rng), links, drawn, rng, device)
            for model, features, population, fits in self.models(batch, drawn, rng, device):
                for ratio, width in self.widths(n).items():
                    for lam in self.lam:
                        readouts = fits.solve(width, n * width * lam / d)
                        residuals = batch.labels - features[:, :width] @ readouts
                        columns = {
                            "test": population.risk(readouts),
                            "train": device.get((residuals**2).mean(axis=0)),
                            "learned": population.learned(readouts),
                        }
                        point = {"d": d, "model": model, "ratio": ratio, "lam": lam}
                        means = [by_target(values, len(links)) for values in columns.values()]
                        for name, *errors in zip(self.target, *means, strict=True):
                            own = dict(zip(columns, errors, strict=True))
                            yield {**point, "target": name, **own}

    def predict(self) -> Rows:
        """Yield the proportional limits; ``finite`` is the risk of features at this d."""
        psi2, sigma = self.psi2, self.sigma
        links = {name: target(name) for name in self.target}
        for lam in self.lam:
            for ratio in self.ratio if lam else around(1.0, self.ratio):
                psi1 = ratio * psi2
                ridge = psi1 * (lam or NEARLY_RIDGELESS)
                finite = {d: part_traces(sigma, d, psi2 * d, psi1 * d, ridge) for d in self.d}
                for name, link in links.items():
                    signal, rest = powers(link)
                    test = excess_risk(sigma, psi1, psi2, lam, rest, signal) + rest
                    limit = {"test": test, "train": 0.0}
                    if lam or psi1 < psi2:
                        errors = proportional(sigma, psi1, psi2).errors(ridge, signal, rest)
                        limit["train"] = errors.train
                    point = {"target": name, "lam": lam, "ratio": ratio}
                    yield from (
                        {**point, "d": d, **limit, **at_finite_dimension(traces, link)}
                        for d, traces in finite.items()
                    )


class Noise(_Widths):
    """Noise and non-linear parts of the target at one penalty, which act alike."""

    d: Count
    lam: Penalty

    def generate(self, rng: Streams) -> Draws:
        """Draw teachers and features."""
        return self.directions(self.d, rng)

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per target, model and width."""
        n, links = self.samples(self.d), [target(name) for name in self.target]
        batch = Batch.of(inputs(n, self.d, rng), links, draws, rng, device)
        for model, _, population, fits in self.models(batch, draws, rng, device):
            for ratio, width in self.widths(n).items():
                risks = population.risk(fits.solve(width, n * width * self.lam / self.d))
                for name, risk in zip(self.target, by_target(risks, len(links)), strict=True):
                    yield {"target": name, "model": model, "ratio": ratio, "risk": risk}

    def predict(self) -> Rows:
        """Yield the risk ``F_1^2 B + (tau^2 + F_*^2) V + F_*^2``, and that at this d."""
        sigma = self.sigma
        psi2, d, lam = self.psi2, self.d, self.lam
        for name, ratio in itertools.product(self.target, self.ratio):
            link, psi1 = target(name), ratio * psi2
            signal, rest = powers(link)
            risk = excess_risk(sigma, psi1, psi2, lam, link.noise_variance + rest, signal) + rest
            traces = part_traces(sigma, d, psi2 * d, psi1 * d, psi1 * (lam or NEARLY_RIDGELESS))
            finite = at_finite_dimension(traces, link)["finite"]
            yield {"target": name, "ratio": ratio, "risk": risk, "finite": finite}


class LambdaCurves(Regression):
    """The predicted risk for fixed penalties and at the best one."""

    psi2: Positive
    rho: Positive  # the signal-to-noise ratio
    ratio: Grid[Positive]
    lbar: Grid[Penalty]

    def predict(self) -> Rows:
        """Yield the risk for signal 1 and ``tau^2 = 1/rho``."""
        sigma = self.sigma
        for ratio in around(1.0, self.ratio):

            def risk(lbar: float, psi1: float = ratio * self.psi2) -> float:
                penalty = lbar * sigma.nonlinear**2
                return excess_risk(sigma, psi1, self.psi2, penalty, 1 / self.rho)

            best_lbar, best = best_penalty(risk)
            columns = {"ratio": ratio, "best_risk": best, "best_lbar": best_lbar}
            yield from ({**columns, "lbar": lbar, "risk": risk(lbar)} for lbar in self.lbar)
