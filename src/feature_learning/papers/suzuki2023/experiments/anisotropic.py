"""Parities with larger relevant coordinates, over dimension and sample size (figure 2)."""

import numpy as np

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.papers.suzuki2023.shared.model import Trials, batches, checked, rows


def anisotropic(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per degree, dimension, sample size and replica: the mean accuracy at times in the second half of a run.

    At alpha = 1 the temperature does not fall with d, and the accuracy of a network of finite width fluctuates in time.
    """
    checked(setting)
    heat, sizes, horizon = float(setting["heat"]), sorted(map(int, setting.grid["n"])), float(setting["horizon"])
    times = np.linspace(horizon / 2, horizon, int(setting["records"]) + 1)[1:]
    for k in map(int, setting.grid["k"]):
        for d in map(int, setting.grid["d"]):
            trials = Trials(setting, rng, d, k, max(sizes))
            for group in batches(sizes):
                found = list(trials.training(setting, [(n, heat) for n in group], times, device))
                for n, accuracies in zip(group, np.mean(found, axis=0), strict=True):
                    yield from rows({"k": k, "d": d, "n": n}, accuracies)
