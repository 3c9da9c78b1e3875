"""Kernel ridge regression on the structured inputs, with the kernel ``exp(<x, x'>/d)``
(fig-risk).
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

import numpy as np

from feature_learning.core.experiment import Device, Draws, Experiment, Rows, Streams
from feature_learning.core.values import Count, Grid, NotNegative
from feature_learning.data.covariates import weighted_stratified_gaussian
from feature_learning.kernels.inner_product import truncated_exponential
from feature_learning.kernels.ridge import kernel_ridge
from feature_learning.papers.mousavi2023.model import (
    Covariance,
    Strength,
    Structure,
    Structured,
    Target,
    labelled,
    target,
)
from feature_learning.statistics import crossing
from feature_learning.theory.exponential_kernel import exponential_kernel
from feature_learning.theory.spiked_overlap import kernel_sample_exponent
from feature_learning.theory.spiked_sample import SpikedSample

_TOLERANCE = 1e-4  # of a prediction, whose error is a hundred times as large
_DEGREE = 8  # of the exponential's series: higher terms are below a thousandth at these d
_DRAWS = 40


class KernelRegression(Experiment):
    """Kernel ridge regression with the ridge that is best on a fresh sample."""

    target: Grid[Target]
    noise: NotNegative  # standard deviation of the labels' noise
    least_power: int  # of ten, of the ridges
    most_power: Count
    test_size: Count

    @property
    def ridges(self) -> list[float]:
        """The ridges."""
        return [10.0**power for power in range(self.least_power, self.most_power + 1)]

    def risks(
        self, d: int, targets: Mapping[str, Sequence[int]], structure: Structure, rng: Streams
    ) -> Iterator[tuple[str, int, float, float]]:
        """Yield target, n, risk and ridge for each target and each of its sample sizes.

        Smaller samples are the first rows of the largest, and all targets share inputs, noise and
        kernel matrix. The ridge is the best one on a fresh sample; the risk is measured on another
        one, whose projections on the target are stratified.
        """
        axis, covariance, ridges = np.eye(d)[0], Covariance.of(structure, d), self.ridges
        most = max(max(sizes, default=0) for sizes in targets.values())
        drawn = {
            name: labelled(most, d, target(name), self.noise, rng, "train") for name in targets
        }
        (choice, own), (other, others) = (
            weighted_stratified_gaussian(self.test_size, axis, rng("test", d, part))
            for part in (0, 1)
        )
        fresh, shares = np.vstack([choice, other]), np.stack([own, others])
        x, new = covariance.root(next(iter(drawn.values()))[0]), covariance.root(fresh)
        gram = x @ x.T
        gram /= d
        np.exp(gram, out=gram)
        # Linear systems need double precision, predictions do not.
        across = np.exp(new.astype(np.float32) @ (x / d).T.astype(np.float32))
        for name, sizes in targets.items():
            truth, labels = target(name)(fresh[:, 0]), drawn[name][1]
            for n in sizes:
                solutions = kernel_ridge(gram[:n, :n], labels[:n], ridges, _TOLERANCE)
                errors = (across[:, :n] @ solutions.astype(np.float32) - truth[:, None]) ** 2
                chosen_by, judged_by = (
                    weights @ part
                    for weights, part in zip(shares, np.split(errors, 2), strict=True)
                )
                best = int(chosen_by.argmin())
                yield name, n, float(judged_by[best]), ridges[best]


class KernelRisk(KernelRegression, Structured):
    """The risk against n/d at one d."""

    d: Count
    ratio: Grid[Count]  # n/d

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per structure, target and ratio: risk and ridge."""
        sizes = [ratio * self.d for ratio in sorted(self.ratio)]
        for structure in self.structures:
            found = self.risks(self.d, dict.fromkeys(self.target, sizes), structure, rng)
            for name, n, risk, ridge in found:
                row = {"ratio": n // self.d, **structure.columns, "target": name}
                yield {**row, "risk": risk, "ridge": ridge}

    def predict(self) -> Rows:
        """Yield the risk at the same d and n, with the best ridge."""
        for name, structure in product(self.target, self.structures):
            seen, polynomial = structure.plane(self.d), target(name).polynomial
            kernel = exponential_kernel(self.d, seen.theta, seen.seen_cosine, polynomial)
            for ratio in self.ratio:
                risk = kernel.risk(ratio * self.d, self.noise**2)
                yield {"target": name, **structure.columns, "ratio": ratio, "risk": risk}


class KernelThreshold(KernelRegression):
    """The risk against the number of samples, with the spike along the target."""

    gamma2: Strength
    d: Grid[Count]
    n: Grid[Count]

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per d, target and sample size: risk and ridge.

        Sample sizes go up to twice ``D = d^((1 - gamma2) p)``, p the target's degree; there are
        none if the largest is below D/4, where nothing is learned.
        """
        largest = max(self.n)
        for d in self.d:
            orders = {name: d ** self.exponent(name) for name in self.target}
            targets = {
                name: [n for n in sorted(self.n) if n <= 2 * order] if largest >= order / 4 else []
                for name, order in orders.items()
            }
            for name, n, risk, ridge in self.risks(d, targets, Structure(0.0, self.gamma2), rng):
                yield {"d": d, "target": name, "n": n, "risk": risk, "ridge": ridge}

    def predict(self) -> Rows:
        """Yield the samples at which the risk is 1/2, read between the simulated n, given the
        samples' projections on the spike; the exponent for d to infinity.
        """
        sizes = np.array(sorted(self.n))
        for d in self.d:
            for name, risks in zip(self.target, self.least_risks(d, sizes.tolist()), strict=True):
                samples, limit = half_learned(sizes, risks), self.exponent(name)
                yield {"target": name, "d": d, "samples": samples, "limit": limit}

    def exponent(self, name: str) -> float:
        """Return the exponent in d of the samples that a target needs, for d to infinity."""
        return kernel_sample_exponent(len(target(name).polynomial) - 1, self.gamma2)

    def least_risks(self, d: int, sizes: Sequence[int]) -> np.ndarray:
        """Return the mean over samples of the least risk over ridges, shape (targets, sizes)."""
        links = [target(name).with_noise(self.noise**2) for name in self.target]
        kernel, found = truncated_exponential(_DEGREE), []
        for n in sizes:
            z = np.random.default_rng([d, n]).standard_normal((_DRAWS, n))
            sample = SpikedSample(kernel, z, links)
            risks = [sample.fitted(d, d**self.gamma2, ridge).risks for ridge in self.ridges]
            found.append(np.min(risks, axis=0).mean(axis=0))
        return np.array(found).T


def half_learned(sizes: np.ndarray, risks: np.ndarray) -> float:
    """Return the sample size at which the risk is 1/2, linear in ln n; NaN where it is not reached.

    Parameters
    ----------
    sizes, risks : (points,)
        Growing sample sizes.
    """
    return crossing(np.asarray(sizes, dtype=float), -np.minimum.accumulate(risks), -0.5)
