"""Least squares on ReLU features of one Gaussian variable, with and without biases (nn-needs)."""

import numpy as np

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.data.hermite import gaussian_nodes
from feature_learning.papers.ba2023.shared.model import target


def univariate(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per target, number of neurons and bias: the risk of the best combination of
    ``relu(+-z + b_i)`` with ``b_i ~ N(0, 1)``, or 0 without biases. Wider networks have the neurons
    of narrower ones.
    """
    z, weights = gaussian_nodes((0.0,))
    widths, roots = sorted(setting.ints("width")), np.sqrt(weights)
    biases = rng("init").standard_normal(widths[-1])
    signs = np.where(np.arange(widths[-1]) % 2 == 0, 1.0, -1.0)
    for name in setting.names("target"):
        values = target(name)(z)
        for bias in (0, 1):
            features = np.maximum(np.outer(z, signs) + bias * biases, 0)
            for width in widths:
                design = roots[:, None] * features[:, :width]
                gram = design.T @ design + setting["ridge"] * np.eye(width)
                fit = features[:, :width] @ np.linalg.solve(gram, design.T @ (roots * values))
                risk = float(weights @ (fit - values) ** 2)
                yield {"target": name, "width": width, "bias": bias, "risk": risk}
