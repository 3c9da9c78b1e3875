"""Least squares on ReLU features of one Gaussian variable, with and without biases (nn-needs)."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Experiment, Rows, Streams
from feature_learning.core.values import Count, Grid, LinkName, Positive
from feature_learning.data.hermite import gaussian_nodes
from feature_learning.papers.ba2023.model import target


class Univariate(Experiment):
    """The best combination of ``relu(+-z + b_i)`` with ``b_i ~ N(0, 1)``, or 0 without biases."""

    target: Grid[LinkName]
    width: Grid[Count]
    ridge: Positive

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per target, number of neurons and bias: the risk. Wider networks have the
        neurons of narrower ones.
        """
        z, weights = gaussian_nodes((0.0,))
        widths, roots = sorted(self.width), np.sqrt(weights)
        biases = rng("init").standard_normal(widths[-1])
        signs = np.where(np.arange(widths[-1]) % 2 == 0, 1.0, -1.0)
        for name in self.target:
            values = target(name)(z)
            for bias in (0, 1):
                features = np.maximum(np.outer(z, signs) + bias * biases, 0)
                for width in widths:
                    design = roots[:, None] * features[:, :width]
                    gram = design.T @ design + self.ridge * np.eye(width)
                    fit = features[:, :width] @ np.linalg.solve(gram, design.T @ (roots * values))
                    risk = float(weights @ (fit - values) ** 2)
                    yield {"target": name, "width": width, "bias": bias, "risk": risk}
