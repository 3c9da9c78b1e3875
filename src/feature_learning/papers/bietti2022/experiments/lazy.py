"""Ever wider networks in the lazy regime against kernel ridge regression (figx-linear)."""

from itertools import product
from typing import Literal

import numpy as np

from feature_learning.core.experiment import Device, Draws, Experiment, Rows, Streams
from feature_learning.core.values import Count, Grid, Positive
from feature_learning.kernels.ridge import kernel_ridge
from feature_learning.kernels.tangent import relu_tangent
from feature_learning.papers.bietti2022.links import LinkFamily, link
from feature_learning.training.lazy_descent import lazy_descent

_SAFE = 0.9  # of the largest stable step, less a factor 2
_POWERS = {"lazy": 0.5, "mean-field": 1.0}  # of the width, by which the output is divided


class Lazy(Experiment):
    """Two-layer networks in two parameterisations, with a ridge towards the start.

    The distance compares their predictions with the kernel's on fresh inputs, over their size. The
    movement of the first layer is over its size, without and with the biases.
    """

    link: LinkFamily
    s: Count  # the information exponent
    d: Count
    n: Count
    noise: Positive  # variance of the labels' noise
    ridge: Positive
    width: Grid[Count]
    output: Grid[Literal["lazy", "mean-field"]]
    iterations: Count
    test_size: Count

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per parameterisation and width, for a trained network."""
        n, d, ridge = self.n, self.d, self.ridge
        inputs = rng("train").standard_normal((n, d))
        noise = np.sqrt(self.noise) * rng("noise").standard_normal(n)
        labels = link(self.link, self.s)(inputs[:, 0]) + noise
        fresh = rng("test").standard_normal((self.test_size, d))
        kernel = relu_tangent(inputs, inputs)
        wanted = relu_tangent(fresh, inputs) @ kernel_ridge(kernel, labels, [n * ridge])[:, 0]
        step = _SAFE / (float(np.linalg.eigvalsh(kernel)[-1]) / n + ridge)
        for output, width in product(self.output, self.width):
            stream, power = rng("init", width), _POWERS[output]
            network = lazy_descent(
                inputs, labels, width, ridge, step, self.iterations, stream, power
            )
            gap = network.predict(fresh) - wanted
            yield {
                "output": output,
                "width": width,
                "distance": float(np.linalg.norm(gap) / np.linalg.norm(wanted)),
                "movement": network.movement,
                "movement_with_biases": network.movement_with_biases,
            }
