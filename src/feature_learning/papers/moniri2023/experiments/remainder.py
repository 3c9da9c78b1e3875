"""Remainder of the feature matrix without the theorem's spikes (fig11)."""

import itertools
import math
from typing import Annotated

from feature_learning.core.eigen import largest_singular_value
from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Grid, whole
from feature_learning.papers.moniri2023.model import (
    Growing,
    OneTarget,
    Spiked,
    spikes_kept,
    step_size,
)
from feature_learning.papers.moniri2023.networks import NETWORKS, NetworkName, first_step
from feature_learning.papers.moniri2023.spikes import gradient_scale, spikes_norm

Degree = Annotated[int, whole(least=0)]


class Remainder(Growing, OneTarget):
    """The operator norm of ``F - F_l`` over ``sqrt n``, on fresh inputs."""

    network: Grid[NetworkName]
    alpha: Grid[Spiked]
    degree: Grid[Degree]  # l

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per n, network, alpha and degree."""
        xp, sigma = device.xp, self.sigma
        c1 = float(sigma.hermite[1])
        for sizes, arrays in self.at_sizes(self.link, draws, rng):
            beta = arrays["train_inputs"].T @ arrays["train_labels"] / sizes.n
            inputs = device.put(arrays["refit_inputs"].astype(self.dtype))
            for name in self.network:
                step = first_step(NETWORKS[name], arrays, sigma, device, self.dtype)
                base, slope = inputs @ step.first.T, inputs @ step.gradient.T
                untrained = sigma(base, xp)
                u = inputs @ device.put(beta.astype(self.dtype))
                for alpha, eta in sizes.steps(self.alpha):
                    rest = sigma(base + eta * slope, xp) - untrained
                    for degree in range(max(self.degree) + 1):
                        if degree:
                            size = float(sigma.hermite[degree]) * (c1 * eta) ** degree
                            rest -= (size * u**degree)[:, None] * step.second**degree
                        norm = largest_singular_value(rest, xp) / math.sqrt(sizes.n)
                        point = {"n": sizes.n, "network": name, "alpha": alpha, "degree": degree}
                        yield {**point, "remainder": norm}

    def predict(self) -> Rows:
        """Yield the norm of the spikes left out that the theorem keeps, over sqrt n; NaN where the
        remainder is to vanish.
        """
        for n, name, alpha, degree in itertools.product(
            self.n, self.network, self.alpha, self.degree
        ):
            sizes = self.shape(n)
            features, scale = self.untrained(sizes), gradient_scale(self.link, sizes.phi)
            missing = range(degree + 1, spikes_kept(alpha) + 1)
            left = spikes_norm(features, scale, sizes.width, step_size(n, alpha), missing)
            point = {"n": n, "network": name, "alpha": alpha, "degree": degree}
            yield {**point, "remainder": left}
