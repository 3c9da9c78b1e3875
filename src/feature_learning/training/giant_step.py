"""One large gradient step on the first layer."""

from collections.abc import Iterable
from typing import Any

from feature_learning.networks.activations import Activation


def first_layer_gradient(
    inputs: Any,
    preactivations: Any,
    residuals: Any,
    second_layer: Any,
    activation: Activation,
    xp: Any,
) -> Any:
    """Return minus the gradient of ``(1/2n) ||y - f(X)||^2`` in the first layer.

    Parameters
    ----------
    inputs : (n, d)
        X.
    preactivations : (n, width)
        ``X W^T``.
    residuals : (n,) or (cases, n)
        ``y - f(X)``, or y alone to leave the interaction between neurons out.
    second_layer : (width,)
        a.
    activation
        Its derivative is used.
    xp
        The array namespace.

    Returns
    -------
    gradient : (width, d) or (cases, width, d)

    References
    ----------
    Moniri, Lee, Hassani and Dobriban (2024), "A theory of non-linear feature learning with one
    gradient step in two-layer neural networks", ICML: ``G = (1/n) [(a r^T) o sigma'(W X^T)] X``
    with the residuals r, as in the authors' talk, "Spectrum of the Weights".
    """
    gradient = activation.derivative(preactivations, xp).T @ (residuals[..., None] * inputs)
    gradient *= second_layer[:, None] / inputs.shape[0]
    return gradient


def rank_one_part(inputs: Any, labels: Any, second_layer: Any, linear_coefficient: float) -> Any:
    """Return the gradient's leading part ``c_1 a (X^T y / n)^T``, shape (width, d).

    Parameters
    ----------
    inputs, labels : (n, d), (n,)
        X and y.
    second_layer : (width,)
        a.
    linear_coefficient
        c_1 of the activation.

    References
    ----------
    Ba, Erdogdu, Suzuki, Wang, Wu and Yang (2022), NeurIPS, and Moniri et al. (2024), ICML: the
    rank-one approximation of the gradient.
    """
    return (
        linear_coefficient * second_layer[:, None] * (inputs.T @ labels / inputs.shape[0])[None, :]
    )


def streamed_gradient(
    batches: Iterable[tuple[Any, Any]],
    first_layer: Any,
    second_layer: Any,
    activation: Activation,
    xp: Any,
    *,
    prefactor: float = 1.0,
    biases: Any = 0.0,
) -> Any:
    """Return `first_layer_gradient` on data that arrive in batches.

    The network is ``prefactor a . sigma(W x + b)``, and the result is divided by the prefactor.

    Parameters
    ----------
    batches
        Pairs of inputs (rows, d) and labels (rows,). Only one pair is held at a time.
    first_layer : (width, d)
        W.
    second_layer : (width,)
        a.
    activation, xp
        As in `first_layer_gradient`.
    prefactor
        Of the network's output. A step of size ``eta/prefactor`` along the network's own gradient
        is one of size eta along this.
    biases : (width,)
        b; the step leaves them as they are.

    Returns
    -------
    gradient : (width, d)
        Averaged over all rows of all batches.
    """
    total, count = 0.0 * first_layer, 0
    for inputs, labels in batches:
        rows = inputs.shape[0]
        preactivations = inputs @ first_layer.T + biases
        residuals = labels - prefactor * (activation(preactivations, xp) @ second_layer)
        total += rows * first_layer_gradient(
            inputs, preactivations, residuals, second_layer, activation, xp
        )
        count += rows
    return total / count
