"""Best fit of the teacher by one neuron after a large step: tau_* of the paper's theorem."""

from scipy.optimize import minimize_scalar

from feature_learning.data.hermite import gaussian_nodes
from feature_learning.data.links import Link
from feature_learning.networks.activations import Activation


def mismatch(activation: Activation, target: Link, kappa: float) -> float:
    """Return ``E_xi1 (sigma_*(xi1) - E_xi2 sigma(kappa xi1 + xi2))^2`` for standard Gaussians.

    The outer quadrature is split at the teacher's kinks. The inner one needs no split if the
    activation is smooth.
    """
    nodes, weights = gaussian_nodes(target.corners)
    inner, inner_weights = gaussian_nodes()
    smoothed = activation(kappa * nodes[:, None] + inner[None, :]) @ inner_weights
    return float(weights @ (target(nodes) - smoothed) ** 2)


def least_mismatch(activation: Activation, target: Link) -> tuple[float, float]:
    """Return ``tau_* = inf_kappa`` of `mismatch`, and the kappa that attains it."""
    least = minimize_scalar(
        lambda kappa: mismatch(activation, target, kappa),
        bounds=(0.0, 10.0),
        method="bounded",
        options={"xatol": 1e-8},
    )
    return float(least.fun), float(least.x)


def even_part(target: Link) -> float:
    """Return the squared norm of the teacher's even part, a bound on the risk of odd networks."""
    nodes, weights = gaussian_nodes(target.corners)
    return float(weights @ ((target(nodes) + target(-nodes)) / 2) ** 2)
