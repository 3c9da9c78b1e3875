"""One large gradient step on the first layer."""

from __future__ import annotations

from typing import Any

from feature_learning.networks.activations import Activation


def first_layer_gradient(inputs: Any, preactivations: Any, residuals: Any, second_layer: Any, activation: Activation, xp: Any) -> Any:
    """Return minus the gradient of ``(1/2n) ||y - f(X)||^2`` in the first layer.

    ``G = (1/n) [(a r^T) o sigma'(W X^T)] X`` (Moniri et al. 2023, "Spectrum of the Weights").

    Parameters
    ----------
    inputs : (n, d)
    preactivations : (n, width)
        ``X W^T``.
    residuals : (n,)
        ``y - f(X)``, or ``y`` alone to leave the interaction between neurons out.
    second_layer : (width,)
    activation
        Its derivative is used.
    xp
        The array namespace.

    Returns
    -------
    gradient : (width, d)
    """
    slopes = activation.derivative(preactivations, xp)
    slopes *= residuals[:, None]
    gradient = slopes.T @ inputs
    gradient *= second_layer[:, None] / inputs.shape[0]
    return gradient


def rank_one_part(inputs: Any, labels: Any, second_layer: Any, linear_coefficient: float) -> Any:
    """Return the gradient's leading part ``c_1 a (X^T y / n)^T``, shape (width, d)."""
    return linear_coefficient * second_layer[:, None] * (inputs.T @ labels / inputs.shape[0])[None, :]
