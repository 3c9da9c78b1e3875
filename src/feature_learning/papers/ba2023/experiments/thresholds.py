"""The strength of the spike at which kernel and network have learned, by one criterion
(summary-thresholds).
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.papers.ba2023.shared.model import strength
from feature_learning.papers.ba2023.shared.one_step import Trial
from feature_learning.papers.ba2023.shared.spiked_regression import SpikedRegression, seeing_kernel


def thresholds(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per case, gamma and ridge: the risk, its mean over the replicas of one size."""
    cases = setting.mappings("case")
    ridges = {"kernel": setting.floats("kernel_ridges"), "network": setting.floats("second_ridges")}
    largest = max(setting.ints("d"))
    for d in sorted(set(setting.ints("d"))):
        own = [case for case in cases if case["d"] == d]
        names = [*dict.fromkeys(str(case["target"]) for case in own)]
        totals = [
            np.zeros((len(setting.floats("offset")), len(ridges[case["method"]]))) for case in own
        ]
        replicas = min(setting["replicas"], round(largest / d))
        for replica in range(replicas):
            trial = Trial.drawn(setting, d, rng, names, replica=replica)
            regression = SpikedRegression(
                seeing_kernel(setting), trial.first, trial.test, exact=True
            )
            for case, total in zip(own, totals, strict=True):
                total += _risks(setting, case, names, trial, regression, ridges)
        for case, total in zip(own, totals, strict=True):
            for gamma, risks in zip(_gammas(setting, case), total / replicas, strict=True):
                for ridge, risk in zip(ridges[case["method"]], risks.tolist(), strict=True):
                    yield {**case, "gamma": gamma, "ridge": ridge, "risk": risk}


def _gammas(setting: Setting, case: Mapping[str, Any]) -> list[float]:
    return [round(case["near"] + offset, 6) for offset in setting.floats("offset")]


def _risks(
    setting: Setting,
    case: Mapping[str, Any],
    names: list[str],
    trial: Trial,
    regression: SpikedRegression,
    ridges: Mapping[str, list[float]],
) -> np.ndarray:
    """Return the risks of one case, (gammas, ridges)."""
    number, method, found = names.index(case["target"]), case["method"], []
    for gamma in _gammas(setting, case):
        theta = strength(gamma, case["d"])
        if method == "network":
            (risks,) = trial.risks(theta, ridges[method], numbers=[number])
        else:
            predicted = regression.paths(theta, trial.labels[:, [number]], ridges[method])[:, 0]
            risks = (trial.weights @ (predicted - trial.truth[:, [number]]) ** 2).tolist()
        found.append(risks)
    return np.array(found)
