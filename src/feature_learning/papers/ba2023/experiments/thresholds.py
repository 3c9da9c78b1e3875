"""The strength of the spike at which kernel and network have learned, by one criterion
(summary-thresholds).
"""

from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid, LinkName, Positive
from feature_learning.papers.ba2023.finite_n import AtFiniteN
from feature_learning.papers.ba2023.model import Dimension, OnKernel, strength
from feature_learning.papers.ba2023.one_step import OneStep, Trial
from feature_learning.papers.ba2023.spiked_regression import SpikedRegression
from feature_learning.papers.ba2023.thresholds import learned_at

_GAMMAS = np.arange(0.4, 1.16, 0.05)  # of the kernel's thresholds


class Case(TypedDict):
    """A method, its size and target, and a guess of the exponent of the spike that it needs."""

    d: Dimension
    method: Literal["kernel", "network"]
    target: LinkName
    near: float


class Thresholds(OneStep, OnKernel):
    """Risk of kernel and network near the strength of the spike at which it is 1/4."""

    case: Grid[Case]
    offset: Grid[float]  # from the guess
    width: Count
    replicas: Count  # at most; the largest d has one
    kernel_ridges: Grid[Positive]

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per case, gamma and ridge: the risk, its mean over the replicas of one
        size.
        """
        ridges = {"kernel": self.kernel_ridges, "network": self.second_ridges}
        kernel = self.seeing(self.links(case["target"] for case in self.case))
        sizes = sorted({case["d"] for case in self.case})
        for d in sizes:
            own = [case for case in self.case if case["d"] == d]
            names = [*dict.fromkeys(case["target"] for case in own)]
            totals = [np.zeros((len(self.offset), len(ridges[case["method"]]))) for case in own]
            replicas = min(self.replicas, round(sizes[-1] / d))
            for replica in range(replicas):
                trial = self.trial(d, rng, names, self.width, replica)
                regression = SpikedRegression(kernel, trial.first, trial.test, exact=True)
                for case, total in zip(own, totals, strict=True):
                    total += self._risks(case, names, trial, regression, ridges)
            for case, total in zip(own, totals, strict=True):
                for gamma, risks in zip(self._gammas(case), total / replicas, strict=True):
                    for ridge, risk in zip(ridges[case["method"]], risks.tolist(), strict=True):
                        yield {**case, "gamma": gamma, "ridge": ridge, "risk": risk}

    def _gammas(self, case: Case) -> list[float]:
        return [round(case["near"] + offset, 6) for offset in self.offset]

    def _risks(
        self,
        case: Case,
        names: list[str],
        trial: Trial,
        regression: SpikedRegression,
        ridges: Mapping[str, Sequence[float]],
    ) -> np.ndarray:
        """Return the risks of one case, (gammas, ridges)."""
        number, method, found = names.index(case["target"]), case["method"], []
        for gamma in self._gammas(case):
            theta = strength(gamma, case["d"])
            if method == "network":
                (risks,) = trial.risks(theta, ridges[method], numbers=[number])
            else:
                predicted = regression.paths(theta, trial.labels[:, [number]], ridges[method])[:, 0]
                risks = (trial.weights @ (predicted - trial.truth[:, [number]]) ** 2).tolist()
            found.append(risks)
        return np.array(found)


class KernelThresholds(AtFiniteN):
    """The gamma at which the kernel's least risk over ridges is 1/4."""

    d: Grid[Dimension]
    kernel_ridges: Grid[Positive]

    def predict(self) -> Rows:
        """Yield the gamma by the equivalent at finite n, from the least risks at a grid."""
        for d in self.d:
            samples = self.at_finite_n(d)
            risks = np.array(
                [
                    [
                        samples.fitted(strength(gamma, d), ridge).risks
                        for ridge in self.kernel_ridges
                    ]
                    for gamma in _GAMMAS
                ]
            ).min(axis=1)
            for place, name in enumerate(self.target):
                yield {"d": d, "target": name, "gamma": learned_at(_GAMMAS, risks[:, place])}
