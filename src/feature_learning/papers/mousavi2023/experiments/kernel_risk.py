"""Risk of kernel ridge regression on the structured inputs against the number of samples (fig-risk)."""

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.papers.mousavi2023.shared.kernel_fit import kernel_risks
from feature_learning.papers.mousavi2023.shared.model import checked


def kernel_risk(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per ratio n/d and structure: risk and ridge."""
    checked(setting, int(setting["k"]), 0.0)
    d = int(setting["d"])
    sizes = [ratio * d for ratio in sorted(map(int, setting.grid["ratio"]))]
    for structure, n, risk, ridge in kernel_risks(setting, d, sizes, rng):
        yield {"ratio": n // d, "structure": structure, "risk": risk, "ridge": ridge}
