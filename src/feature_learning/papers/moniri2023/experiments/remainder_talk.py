"""Norm of the features minus the theorem's spikes, for the trained network and for the features of
the slide (fig9, fig11).
"""

import math
from typing import Any

from feature_learning.core.eigen import largest_singular_value
from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.networks.activations import Activation
from feature_learning.networks.named import activation
from feature_learning.papers.moniri2023.shared.fits import batch_of
from feature_learning.papers.moniri2023.shared.model import (
    at_sizes,
    shape,
    spikes_kept,
    step_size,
    task_link,
)
from feature_learning.papers.moniri2023.shared.model import draw_largest as draw
from feature_learning.papers.moniri2023.shared.networks import NETWORKS, Step, first_step

__all__ = ["draw", "remainder_talk"]


def remainder_talk(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per n, batch and alpha with operator norms over ``sqrt n``.

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
    for n, sized, arrays in at_sizes(setting, draws, rng):
        yield from ({"n": n, **row} for row in _norms(sized, arrays, device))


def _norms(setting: Setting, arrays: Draws, device: Device) -> Rows:
    n, xp, dtype = shape(setting).n, device.xp, setting["dtype"]
    sigma = activation(setting["activation"])
    c1, root = float(sigma.hermite[1]), math.sqrt(n)
    step = first_step(NETWORKS["slides"], arrays, sigma, device, dtype)
    raised = float(sigma.hermite[2]) * _noise(setting) * step.second**2
    beta = arrays["train_inputs"].T @ arrays["train_labels"] / n
    second = step.second**2 / xp.sqrt((step.second**4).sum())
    for batch in setting.names("batch"):
        inputs = device.put(batch_of(arrays, batch)[0].astype(dtype))
        base, slope = inputs @ step.first.T, inputs @ step.gradient.T
        untrained, u = sigma(base, xp), inputs @ device.put(beta.astype(dtype))
        along = inputs @ step.direction
        first = c1 * along
        if batch == "same":
            first = first + _self_term(sigma, arrays, step, untrained, device, dtype) / c1
        square = u**2 / xp.sqrt((u**4).sum())
        size = float(sigma.hermite[2]) * c1**2 * xp.sqrt((u**4).sum() * (step.second**4).sum())
        for alpha in setting.floats("alpha"):
            eta, kept = step_size(n, alpha), spikes_kept(alpha)
            features = sigma(base + eta * slope, xp)
            learned = features - untrained
            rest = features - sigma(base + (eta * c1 * along)[:, None] * step.second, xp)
            slide = sigma(base + (eta * c1 * u)[:, None] * step.second, xp) - untrained
            spikes = _spikes(sigma, eta * c1 * u, step.second, kept)
            along_second = abs(float(square @ learned @ second))
            own = learned - _spikes(sigma, eta * first, step.second, kept)
            yield {
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


def _noise(setting: Setting) -> float:
    """Return ``s2 = phi V_r Var sigma'`` with the variance V_r of the residuals."""
    sigma, link = activation(setting["activation"]), task_link(setting)
    c1 = float(sigma.hermite[1])
    residual = link.square_norm + link.noise_variance + c1**2 + sigma.nonlinear**2
    return shape(setting).phi * residual * (sigma.slope_power - c1**2)


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
