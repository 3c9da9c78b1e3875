"""What keeping a part of the initial weights in the gradient step costs (krr-vs-nn)."""

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.papers.ba2023.shared.model import strength
from feature_learning.papers.ba2023.shared.one_step import Trial


def initial_weights(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per gamma, part kept and target: the network's risk."""
    d = setting["d"]
    trial = Trial.drawn(setting, d, rng)
    for gamma in map(float, setting.grid["gamma"]):
        for kept in map(float, setting.grid["kept"]):
            risks = trial.risks(strength(gamma, d), setting["second_ridge"], kept)
            for name, risk in zip(map(str, setting.grid["target"]), risks, strict=True):
                yield {"gamma": gamma, "kept": kept, "target": name, "network_risk": risk}
