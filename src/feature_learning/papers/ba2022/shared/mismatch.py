"""How well one neuron can fit the teacher after a large step, the tau_* of the paper's theorem."""

from scipy.optimize import minimize_scalar

from feature_learning.data.hermite import gaussian_nodes
from feature_learning.data.links import Link
from feature_learning.networks.activations import Activation


def mismatch(activation: Activation, aim: Link, kappa: float) -> float:
    """Return ``E_xi1 (sigma_*(xi1) - E_xi2 sigma(kappa xi1 + xi2))^2`` for standard Gaussians.

    Notes
    -----
    The outer quadrature is split at the teacher's kinks. The inner one needs no split if the
    activation is smooth.
    """
    nodes, weights = gaussian_nodes(aim.corners)
    inner, inner_weights = gaussian_nodes()
    smoothed = activation(kappa * nodes[:, None] + inner[None, :]) @ inner_weights
    return float(weights @ (aim(nodes) - smoothed) ** 2)


def least_mismatch(activation: Activation, aim: Link) -> tuple[float, float]:
    """Return ``tau_* = inf_kappa`` of `mismatch`, and the kappa that attains it."""
    found = minimize_scalar(
        lambda kappa: mismatch(activation, aim, kappa),
        bounds=(0.0, 10.0),
        method="bounded",
        options={"xatol": 1e-8},
    )
    return float(found.fun), float(found.x)


def even_part(aim: Link) -> float:
    """Return the squared norm of the teacher's even part, a lower bound on the risk of every odd
    network.
    """
    nodes, weights = gaussian_nodes(aim.corners)
    return float(weights @ ((aim(nodes) + aim(-nodes)) / 2) ** 2)
