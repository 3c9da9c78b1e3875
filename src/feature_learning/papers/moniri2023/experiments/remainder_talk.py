"""What the talk's theorem leaves of the talk's own features (fig9, fig11)."""

import math
from typing import Any

from feature_learning.core.eigen import largest_singular_value
from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.networks.activations import Activation
from feature_learning.networks.named import activation
from feature_learning.papers.moniri2023.shared.fits import batch_of
from feature_learning.papers.moniri2023.shared.model import at_sizes, shape, spikes_kept, step_size
from feature_learning.papers.moniri2023.shared.model import draw_largest as draw
from feature_learning.papers.moniri2023.shared.networks import NETWORKS, Step, first_step

__all__ = ["draw", "remainder_talk"]


def remainder_talk(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per n, batch and alpha: norms over ``sqrt n`` of what is left of ``F - F_0``.

    ``talk``: after the theorem's spikes of the talk's ``beta = X^T y/n``. ``own``: after the first
    spike of ``beta_r = X^T r/n`` with the residuals r, to which the batch of the step adds its own
    term. ``second``: the part along ``(X beta)^2`` and ``a^2``. ``rest``: after a whole step along
    beta_r; ``component``: its part along a constant and ``a^2``.
    """
    for n, sized, arrays in at_sizes(setting, draws, rng):
        yield from ({"n": n, **row} for row in _norms(sized, arrays, device))


def _norms(setting: Setting, arrays: Draws, device: Device) -> Rows:
    n, xp, dtype = shape(setting).n, device.xp, setting["dtype"]
    sigma = activation(setting["activation"])
    c1, root = float(sigma.hermite[1]), math.sqrt(n)
    step = first_step(NETWORKS["slides"], arrays, sigma, device, dtype)
    beta = arrays["train_inputs"].T @ arrays["train_labels"] / n
    second = step.second**2 / xp.sqrt((step.second**4).sum())
    for batch in setting.names("batch"):
        inputs = device.put(batch_of(arrays, batch)[0].astype(dtype))
        base, slope = inputs @ step.first.T, inputs @ step.gradient.T
        untrained, u = sigma(base, xp), inputs @ device.put(beta.astype(dtype))
        along = inputs @ step.direction
        moved = c1**2 * along
        if batch == "same":
            moved = moved + _self_term(sigma, arrays, step, untrained, device, dtype)
        square = u**2 / xp.sqrt((u**4).sum())
        for alpha in setting.floats("alpha"):
            eta = step_size(n, alpha)
            features = sigma(base + eta * slope, xp)
            step_only = features - untrained
            rest = features - sigma(base + (eta * c1 * along)[:, None] * step.second, xp)
            spiked = 1.0 * step_only
            for degree in range(1, spikes_kept(alpha) + 1):
                size = float(sigma.hermite[degree]) * (c1 * eta) ** degree
                spiked -= (size * u**degree)[:, None] * step.second**degree
            own = step_only - (eta * moved)[:, None] * step.second
            yield {
                "batch": batch,
                "alpha": alpha,
                "talk": largest_singular_value(spiked, xp) / root,
                "own": largest_singular_value(own, xp) / root,
                "second": abs(float(square @ step_only @ second)) / root,
                "rest": largest_singular_value(rest, xp) / root,
                "component": float((rest @ second).mean()),
            }


def _self_term(
    sigma: Activation, arrays: Draws, step: Step, untrained: Any, device: Device, dtype: str
) -> Any:
    """Return ``phi Var(sigma') r``, what a sample's own place in the gradient adds for it."""
    labels = device.put(arrays["train_labels"].astype(dtype))
    n, d = arrays["train_inputs"].shape
    variance = sigma.slope_power - float(sigma.hermite[1]) ** 2
    return d / n * variance * (labels - untrained @ step.second)
