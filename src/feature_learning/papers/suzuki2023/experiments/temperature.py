"""Accuracy against temperature, at one dimension and sample size (figure 5)."""

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.papers.suzuki2023.shared.model import Trials, checked, rows


def temperature(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per temperature and replica; all are trained at once, on the same data from the
    same neurons.
    """
    checked(setting)
    n, heats = setting["n"], setting.floats("heat")
    trials = Trials(setting, rng, setting["d"], setting["k"], n)
    (found,) = trials.training(setting, [(n, heat) for heat in heats], [setting["horizon"]], device)
    for heat, accuracies in zip(heats, found, strict=True):
        yield from rows({"heat": heat}, accuracies)
