"""Accuracy against width, at one dimension and sample size (a claim of figure 5)."""

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.papers.suzuki2023.shared.model import Trials, checked, rows


def widths(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per width and replica, on the same data; narrower networks start from the first
    neurons of wider ones.
    """
    checked(setting)
    n, cells = setting["n"], [(setting["n"], setting["heat"])]
    trials = Trials(setting, rng, setting["d"], setting["k"], n)
    for width in setting.ints("width"):
        network = trials.network(setting, cells, width, device)
        network.run(round(setting["horizon"] / setting["eta"]))
        yield from rows({"width": width}, trials.accuracy(network, 1)[0])
