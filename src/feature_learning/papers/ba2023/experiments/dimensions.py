"""The network's risk against d, for one information exponent and several degrees (krr-vs-nn)."""

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.papers.ba2023.shared.model import strength
from feature_learning.papers.ba2023.shared.one_step import Trial


def dimensions(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per dimension and target: the network's risk."""
    for d in map(int, setting.grid["d"]):
        risks = Trial.drawn(setting, d, rng).risks(strength(setting["gamma"], d), setting["second_ridge"])
        for name, risk in zip(map(str, setting.grid["target"]), risks, strict=True):
            yield {"d": d, "target": name, "network_risk": risk}
