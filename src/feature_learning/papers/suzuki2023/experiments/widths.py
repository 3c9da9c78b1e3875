"""Accuracy against width, at one dimension and sample size (a claim of figure 5)."""

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.papers.suzuki2023.shared.model import Trials, checked, rows


def widths(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per width and replica, on the same data; narrower networks start from the first neurons of wider ones."""
    checked(setting)
    n, cells = int(setting["n"]), [(int(setting["n"]), float(setting["heat"]))]
    trials = Trials(setting, rng, int(setting["d"]), int(setting["k"]), n)
    for width in map(int, setting.grid["width"]):
        network = trials.network(setting, cells, width, device)
        network.run(round(float(setting["horizon"]) / float(setting["eta"])))
        yield from rows({"width": width}, trials.accuracy(network, 1)[0])
