"""The strengths of the spikes of a student with a cubic part, against n."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Grid
from feature_learning.networks.activations import Activation
from feature_learning.papers.moniri2023.fits import BatchName, batch_of
from feature_learning.papers.moniri2023.model import Growing, OneTarget, Spiked
from feature_learning.papers.moniri2023.networks import NETWORKS, first_step

_DEGREES = (2, 3)  # the component of degree 1 contains a part of the spike of degree 3


class SpikeStrength(Growing, OneTarget):
    """The component of the talk's trained ``F - F_0`` along spike k, over that of the theorem.

    The component is ``q_k^T (F - F_0) p_k`` with ``q_k`` the part of ``u^k`` that is orthogonal to
    lower powers, and ``p_k`` that of ``a^k``. The theorem's is ``c_k (eta c_1)^k`` times the norms
    of both. The direction of u is ``beta_r = X^T (y - f_0)/n`` (``strength``), or m, along which
    the step moves the features at finite sizes (``moved``, see `Step.moved`).
    """

    batch: Grid[BatchName]
    alpha: Grid[Spiked]

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per n, batch, alpha and degree k."""
        sigma = self.sigma
        for sizes, arrays in self.at_sizes(self.link, draws, rng):
            step = first_step(NETWORKS["slides"], arrays, sigma, device, self.dtype)
            right = _orthogonal(device.get(step.second))
            for batch in self.batch:
                inputs = device.put(batch_of(arrays, batch)[0].astype(self.dtype))
                base, slope = inputs @ step.first.T, inputs @ step.gradient.T
                untrained = sigma(base, device.xp)
                for alpha, eta in sizes.steps(self.alpha):
                    learned = sigma(base + eta * slope, device.xp) - untrained
                    directions = (step.direction, step.moved(eta, float(sigma.hermite[1])))
                    left = [_orthogonal(device.get(inputs @ one)) for one in directions]
                    found = [_strengths(sigma, eta, learned, one, right, device) for one in left]
                    for degree, strength, moved in zip(_DEGREES, *found, strict=True):
                        point = {"n": sizes.n, "batch": batch, "alpha": alpha, "degree": degree}
                        yield {**point, "strength": strength, "moved": moved}


def _strengths(
    sigma: Activation,
    eta: float,
    learned: Any,
    left: Sequence[np.ndarray],
    right: Sequence[np.ndarray],
    device: Device,
) -> list[float]:
    """Return the component along each spike over the theorem's."""
    c, found = sigma.hermite, []
    for degree, q, p in zip(_DEGREES, left, right, strict=True):
        size = float(c[degree]) * (float(c[1]) * eta) ** degree * float(q @ q * (p @ p))
        on_right = device.get(learned @ device.put(p)).astype(float)
        found.append(float(q @ on_right) / size)
    return found


def _orthogonal(values: np.ndarray) -> list[np.ndarray]:
    """Return the part of each power that is orthogonal to the lower ones, with the constant."""
    scale = math.sqrt(float(values @ values) / len(values))
    powers = np.vander(values / scale, max(_DEGREES) + 1, increasing=True)
    basis, corner = np.linalg.qr(powers.astype(float))
    parts = [basis[:, k] * corner[k, k] * scale**k for k in _DEGREES]
    return [part.astype(values.dtype) for part in parts]
