"""The networks of this paper's figures, and their first layers after one step."""

from dataclasses import dataclass
from typing import Any, Literal

from feature_learning.core.experiment import Device, Draws
from feature_learning.data.covariates import on_sphere
from feature_learning.networks.activations import Activation
from feature_learning.training.giant_step import first_layer_gradient, rank_one_part


@dataclass(frozen=True)
class Network:
    """Initialisation and training of a network's first layer.

    Attributes
    ----------
    gaussian
        Whether its rows have entries N(0, 1/d); otherwise they lie on the unit sphere.
    interaction
        Whether the gradient multiplies ``y - f_0(X)``, with the untrained output f_0; otherwise y.
    exact
        Whether it takes the whole gradient; otherwise its rank-one part ``c_1 a (X^T y/n)^T``.
    """

    gaussian: bool
    interaction: bool
    exact: bool


NetworkName = Literal["rank-one", "simplified", "slide", "slides"]
NETWORKS = {
    "slides": Network(gaussian=True, interaction=True, exact=True),
    "simplified": Network(gaussian=False, interaction=False, exact=True),
    "rank-one": Network(gaussian=False, interaction=False, exact=False),
    "slide": Network(gaussian=True, interaction=False, exact=False),
}
"""The talk's algorithm; without the untrained output; the matrix of which the theorem speaks, with
rows on the sphere and with Gaussian ones, as on the slide."""


@dataclass(frozen=True)
class Step:
    """A first layer and the direction in which one step moves it.

    Attributes
    ----------
    first : (width, d)
        W_0.
    gradient : (width, d)
        What a step of size 1 adds.
    direction : (d,)
        ``X^T r/n`` with the residuals r: beta, or beta_r where the interaction is kept.
    second : (width,)
        a.
    """

    first: Any
    gradient: Any
    direction: Any
    second: Any

    def rows(self, eta: float) -> Any:
        """Return ``W_1 = W_0 + eta G``."""
        return self.first + eta * self.gradient

    def moved(self, eta: float, linear_coefficient: float) -> Any:
        """Return m, (d,): ``W_1 = W' + eta c_1 a m^T`` up to the gradient's noise, ``W'^T a = 0``.

        ``m = X^T r/n + v/(eta c_1)``, because ``W_0 = a v^T + W'`` with ``v = W_0^T a/|a|^2``.
        """
        v = self.first.T @ self.second / (self.second @ self.second)
        return self.direction + v / (eta * linear_coefficient)


def first_step(
    network: Network, draws: Draws, sigma: Activation, device: Device, dtype: str = "float64"
) -> Step:
    """Return the step of a network on the training batch; products are of that precision."""
    rows = draws["first_layer"] if network.gaussian else on_sphere(draws["first_layer"])
    arrays = (rows, draws["second_layer"], draws["train_inputs"], draws["train_labels"])
    first, second, inputs, labels = (device.put(array.astype(dtype)) for array in arrays)
    fields = inputs @ first.T if network.exact or network.interaction else None
    residuals = labels - sigma(fields, device.xp) @ second if network.interaction else labels
    if network.exact:
        gradient = first_layer_gradient(inputs, fields, residuals, second, sigma, device.xp)
    else:
        gradient = rank_one_part(inputs, residuals, second, float(sigma.hermite[1]))
    return Step(first, gradient, inputs.T @ residuals / len(labels), second)
