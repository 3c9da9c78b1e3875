"""Accuracy against temperature, at one dimension and sample size (figure 5)."""

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.papers.suzuki2023.shared.model import Trials, checked, rows


def temperature(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per temperature and replica; all are trained at once, on the same data from the same neurons."""
    checked(setting)
    n, heats = int(setting["n"]), list(map(float, setting.grid["heat"]))
    trials = Trials(setting, rng, int(setting["d"]), int(setting["k"]), n)
    (found,) = trials.training(setting, [(n, heat) for heat in heats], [float(setting["horizon"])], device)
    for heat, accuracies in zip(heats, found, strict=True):
        yield from rows({"heat": heat}, accuracies)
