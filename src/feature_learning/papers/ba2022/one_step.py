"""The risk after one step in the proportional limit, and its spike."""

import math
from collections.abc import Sequence

from feature_learning.core.errors import NotCoveredError
from feature_learning.data.links import Link
from feature_learning.networks.activations import Activation
from feature_learning.papers.ba2022.model import StepLaw
from feature_learning.theory.giant_step_neurons import NetworkStep
from feature_learning.theory.giant_step_ridge import ridge_after_step
from feature_learning.theory.spiked_ridge import FeatureCovariance, Step, spiked_ridge_risk

_ROUNDING = 1e-12
_DENSE = 2.0  # n/d below which the spectrum of a large step's noise matters


def linear_coefficient(activation: Activation) -> float:
    """Return ``|mu_1|`` of an activation.

    Raises
    ------
    NotCoveredError
        The activation has no linear part, without which a step has no rank-one part.
    """
    slope = abs(float(activation.hermite[1]))
    if slope < _ROUNDING:
        raise NotCoveredError(
            f"this theory needs the activation's linear coefficient, and {activation.name} has c_1 "
            "= 0"
        )
    return slope


def rank_one_step(activation: Activation, link: Link, psi1: float, eta: float) -> Step:
    """Return the rank-one part of a step, ``eta mu_1 a (X^T y/n)^T``, of norm ``eta |mu_1|
    sqrt(mu_1*^2 + E y^2/psi1)``. Errors are those of `linear_coefficient`.
    """
    slope = linear_coefficient(activation)
    norm = math.sqrt(link.linear**2 + (link.square_norm + link.noise_variance) / psi1)
    return Step(eta * slope * norm, eta * slope * abs(link.linear))


def critical_step(activation: Activation, link: Link, psi1: float, psi2: float) -> float:
    """Return the eta beyond which a singular value leaves the bulk."""
    return psi2**0.25 / rank_one_step(activation, link, psi1, 1.0).strength


def risk(
    activation: Activation, link: Link, psi1: float, psi2: float, ridge: float, eta: float
) -> float:
    """Return the risk after a step of order one, for a centred teacher.

    The paper's theorem is for an odd activation; the tests compare it with simulations for a ReLU,
    too.
    """
    step = rank_one_step(activation, link, psi1, eta)
    features = FeatureCovariance(psi2, float(activation.hermite[1]), activation.nonlinear)
    return spiked_ridge_risk(
        features, psi1, ridge, link.linear**2, link.beyond(1), link.noise_variance, step
    )


def risks_after(
    activation: Activation,
    link: Link,
    step: StepLaw,
    d: int,
    psi1: float,
    psi2: float,
    ridges: Sequence[float],
    bias: float = 0.0,
) -> list[float]:
    """Return the risk after a step at each ridge. Steps of order one of students without biases are
    in the limit of large sizes. All others are at these sizes, because the risk falls with the
    width there.
    """
    width = round(psi2 * d)
    eta = step.size(width)
    if not (step.alpha or bias):
        return [risk(activation, link, psi1, psi2, ridge, eta) for ridge in ridges]
    spectrum = psi1 < _DENSE and not activation.hermite[2] and not bias
    own = NetworkStep(eta, 1 / psi1, width, bias)
    found = ridge_after_step(activation, link, own, d, psi1 * d, ridges, spectrum=spectrum)
    return [one.test for one in found]
