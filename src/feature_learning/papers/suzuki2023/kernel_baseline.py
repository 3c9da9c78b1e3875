"""Kernel ridge regression on the same parities, with the best kernel and ridge for the test set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.kernels.ridge import kernel_ridge
from feature_learning.papers.suzuki2023.model import Trials, checked


def sample(setting: Setting, rng: Streams) -> dict[str, np.ndarray]:
    """Store nothing: data are drawn in `train`."""
    checked(setting)
    return {}


def train(setting: Setting, instance: Mapping[str, np.ndarray], rng: Streams, device: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per degree, dimension and replica: accuracies over sample sizes, in rising order.

    A row ends when the accuracy reaches `enough`, the level of the thresholds.
    """
    sizes = sorted(map(int, setting.grid["n"]))
    steepness, ridges = (np.array(setting.grid[name], dtype=float) for name in ("steepness", "ridge"))
    for k in map(int, setting.grid["k"]):
        for d in map(int, setting.grid["d"]):
            if k > 2 and d > setting["largest_cubic_d"]:
                continue
            trials = Trials(setting, rng, d, k, max(sizes))
            for replica in range(trials.replicas):
                inputs, labels, test, truth = (
                    part[replica] for part in (trials.inputs, trials.labels, trials.test_inputs, trials.test_labels)
                )
                curve: list[float] = []
                for n in sizes:
                    curve.append(best_accuracy(inputs[:n], labels[:n], test, truth, steepness, ridges))
                    if curve[-1] >= setting["enough"]:
                        break
                yield {"k": k, "d": d, "replica": replica, "n": sizes[: len(curve)], "accuracy": curve}


def best_accuracy(
    inputs: np.ndarray, labels: np.ndarray, test: np.ndarray, truth: np.ndarray, steepness: np.ndarray, ridges: np.ndarray
) -> float:
    """Return the largest test accuracy over kernels ``exp(g (<x, x>/mean |x|^2 - 1))`` and ridges: an oracle, which favours the kernel.

    Parameters
    ----------
    inputs, labels : (n, d), (n,)
        The training set.
    test, truth : (m, d), (m,)
        The test set, by which the kernel is chosen.
    steepness, ridges
        The values of g, and of the ridge on the diagonal.
    """
    power = float((inputs**2).sum(axis=1).mean())
    gram, across = ((part @ inputs.T).astype(float) / power - 1 for part in (inputs, test))
    best = 0.0
    for g in steepness:
        predicted = np.exp(g * across) @ kernel_ridge(np.exp(g * gram), labels.astype(float), list(ridges))
        best = max(best, float((np.sign(predicted) == truth[:, None]).mean(axis=0).max()))
    return best
