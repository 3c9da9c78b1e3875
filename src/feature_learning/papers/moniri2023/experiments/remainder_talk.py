"""Norm of the features minus the theorem's spikes, for the trained network and for the features of
the slide (fig9, fig11).
"""

import itertools
import math
from typing import Any

from feature_learning.core.eigen import largest_singular_value
from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Grid
from feature_learning.networks.activations import Activation
from feature_learning.papers.moniri2023.finite import OneStep
from feature_learning.papers.moniri2023.fits import BatchName, batch_of
from feature_learning.papers.moniri2023.model import (
    ClosedForm,
    Growing,
    Shape,
    Spiked,
    spikes_kept,
    step_size,
)
from feature_learning.papers.moniri2023.networks import NETWORKS, Step, first_step


class RemainderTalk(ClosedForm, Growing):
    """Operator norms over ``sqrt n`` of what is left without spikes.

    ``F_l(v) = F_0 + sum_k c_k (eta c_1)^k (X v)^k (a^k)^T`` has the l spikes of a direction v.

    - ``talk``: ``F - F_l(beta)``, F from the trained network and ``beta = X^T y/n``.
    - ``own``: ``F - F_l(beta_r)``, with ``beta_r = X^T (y - f_0)/n``. On the reused batch each
      sample's own term joins ``X beta_r``, which is exact to leading order for ``l = 1`` alone.
    - ``slide``: ``F - F_l(beta)``, with the slide's ``F = sigma(X (W_0 + eta c_1 a beta^T)^T)``.
    - ``second``: the component of the trained ``F - F_0`` along ``(X beta)^2`` and ``a^2``.
    - ``rest``: the trained F minus the features of ``W_0 + eta c_1 a beta_r^T``.
    - ``component``: the component of that difference along a constant and ``a^2``.
    - ``repaired``: that difference without the rise of the features' means that the gradient's
      noise of squared norm ``s2 a_i^2`` in row i makes, ``c_2 eta^2 s2 1 (a^2)^T``.
    - ``second_ratio``: ``second`` over the norm of the theorem's second spike for the same draws.
    """

    batch: Grid[BatchName]
    alpha: Grid[Spiked]

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per n, batch and alpha."""
        for sizes, arrays in self.at_sizes(self.link, draws, rng):
            yield from self._norms(sizes, arrays, device)

    def _norms(self, sizes: Shape, arrays: Draws, device: Device) -> Rows:
        n, xp, dtype, sigma = sizes.n, device.xp, self.dtype, self.sigma
        c1, root = float(sigma.hermite[1]), math.sqrt(n)
        step = first_step(NETWORKS["slides"], arrays, sigma, device, dtype)
        raised = float(sigma.hermite[2]) * self._noise(sizes) * step.second**2
        beta = arrays["train_inputs"].T @ arrays["train_labels"] / n
        second = step.second**2 / xp.sqrt((step.second**4).sum())
        for batch in self.batch:
            inputs = device.put(batch_of(arrays, batch)[0].astype(dtype))
            base, slope = inputs @ step.first.T, inputs @ step.gradient.T
            untrained, u = sigma(base, xp), inputs @ device.put(beta.astype(dtype))
            along = inputs @ step.direction
            first = c1 * along
            if batch == "same":
                first = first + _self_term(sigma, arrays, step, untrained, device, dtype) / c1
            square = u**2 / xp.sqrt((u**4).sum())
            size = float(sigma.hermite[2]) * c1**2 * xp.sqrt((u**4).sum() * (step.second**4).sum())
            for alpha, eta in sizes.steps(self.alpha):
                features = sigma(base + eta * slope, xp)
                learned = features - untrained
                rest = features - sigma(base + (eta * c1 * along)[:, None] * step.second, xp)
                slide = sigma(base + (eta * c1 * u)[:, None] * step.second, xp) - untrained
                spikes = _spikes(sigma, eta * c1 * u, step.second, spikes_kept(alpha))
                along_second = abs(float(square @ learned @ second))
                own = learned - _spikes(sigma, eta * first, step.second, spikes_kept(alpha))
                yield {
                    "n": n,
                    "batch": batch,
                    "alpha": alpha,
                    "talk": largest_singular_value(learned - spikes, xp) / root,
                    "own": largest_singular_value(own, xp) / root,
                    "slide": largest_singular_value(slide - spikes, xp) / root,
                    "second": along_second / root,
                    "second_ratio": along_second / (eta**2 * float(size)),
                    "rest": largest_singular_value(rest, xp) / root,
                    "component": float((rest @ second).mean()),
                    "repaired": largest_singular_value(rest - eta**2 * raised, xp) / root,
                }

    def _noise(self, sizes: Shape) -> float:
        """Return ``s2 = phi V_r Var sigma'`` with the variance V_r of the residuals."""
        sigma, link = self.sigma, self.link
        c1 = float(sigma.hermite[1])
        residual = link.square_norm + link.noise_variance + c1**2 + sigma.nonlinear**2
        return sizes.phi * residual * (sigma.slope_power - c1**2)

    def predict(self) -> Rows:
        """Yield the leading term in the remainder of the talk's features, over sqrt n.

        Notes
        -----
        Derived here. The talk's beta misses ``eta c_1^2 X (beta - beta_r) a^T``, the direction of
        the untrained output, of norm ``eta c_1^2 sqrt(c_1^2 + phi E sigma^2)``. On the batch of the
        step the sample's own term joins it, see `SameBatch`. The gradient's noise raises the mean
        of neuron i by ``c_2 eta^2 s2 a_i^2``: a component of norm ``sqrt 3 c_2 eta^2 s2/sqrt N``.
        """
        link = self.link
        for n, batch, alpha in itertools.product(self.n, self.batch, self.alpha):
            sizes, eta = self.shape(n), step_size(n, alpha)
            features = self.untrained(sizes)
            c1, phi, rest = features.linear, features.phi, features.nonlinear**2
            square = c1**2 + phi * (c1**2 + rest)
            if batch == "same":
                noise = phi**2 * (link.square_norm + link.noise_variance)
                square = noise + c1**2 * (1 + 5 * phi + 4 * phi**2) + rest * (phi + 4 * phi**2)
            step = OneStep(features, link, NETWORKS["slides"], sizes.d, eta)
            spread = math.sqrt(3) * float(features.activation.hermite[2]) * step.noise
            yield {
                "n": n,
                "batch": batch,
                "alpha": alpha,
                "talk": eta * c1**2 * math.sqrt(square),
                "component": spread * eta**2 / math.sqrt(sizes.width),
            }


def _spikes(sigma: Activation, moved: Any, second: Any, kept: int) -> Any:
    """Return ``sum_k c_k moved^k (a^k)^T`` over the first spikes, (n, width)."""
    return sum(
        (float(sigma.hermite[degree]) * moved**degree)[:, None] * second**degree
        for degree in range(1, kept + 1)
    )


def _self_term(
    sigma: Activation, arrays: Draws, step: Step, untrained: Any, device: Device, dtype: str
) -> Any:
    """Return ``phi Var(sigma') r``, what a sample's own place in the gradient adds for it."""
    labels = device.put(arrays["train_labels"].astype(dtype))
    n, d = arrays["train_inputs"].shape
    variance = sigma.slope_power - float(sigma.hermite[1]) ** 2
    return d / n * variance * (labels - untrained @ step.second)
