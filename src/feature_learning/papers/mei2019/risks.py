"""Predicted risks of regression on random features, as several experiments need them."""

import math
from collections.abc import Callable, Iterable
from typing import ClassVar

from scipy.optimize import minimize_scalar

from feature_learning.core.errors import NotCoveredError
from feature_learning.core.experiment import Experiment
from feature_learning.core.values import ActivationName
from feature_learning.data.links import Link
from feature_learning.networks.activations import Activation
from feature_learning.networks.named import activation
from feature_learning.papers.mei2019.model import target
from feature_learning.theory.double_descent import bias_variance
from feature_learning.theory.finite_features import PartTraces

# Without a penalty, the training error and the risk at a finite dimension are computed at this one,
# because their equations need a ridge. Both have limits except at N = n.
NEARLY_RIDGELESS = 1e-7
_ROUNDING = 1e-7
_LARGEST = (1e3, 1e6, 1e12)  # lbar, up to which the best one is sought; a little signal needs more
_CLOSER = (0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4)  # powers of ten, of the relative distance from a pole


class Regression(Experiment):
    """Regression on random features."""

    activation: ActivationName
    covered: ClassVar = {"activation": "relu"}

    @property
    def sigma(self) -> Activation:
        """The activation."""
        return activation(self.activation)

    def targets(self) -> Iterable[str]:
        """Return the names of the targets that are regressed on."""
        return ()

    def refuse(self) -> None:
        """Refuse what the predicted risks do not cover.

        Raises
        ------
        NotCoveredError
            The activation lacks the linear or the non-linear part, without which a random feature
            has no Gaussian equivalent of full rank. Or a target has a mean: features with a mean
            learn it immediately, and others never; the theory has no place for it.
        """
        sigma = self.sigma
        if min(abs(float(sigma.hermite[1])), sigma.nonlinear) < _ROUNDING:
            parts = f"c_1 = {float(sigma.hermite[1]):.3g} and the rest {sigma.nonlinear:.3g}"
            raise NotCoveredError(
                "this theory needs an activation with a linear and a non-linear part, and "
                f"{sigma.name} has {parts}"
            )
        for name in self.targets():
            mean = float(target(name).coefficients(0)[0])
            if abs(mean) > _ROUNDING:
                raise NotCoveredError(
                    f"this theory needs a target without a mean, and {name} has the coefficient "
                    f"{mean:.4g} of degree 0"
                )


def excess_risk(
    sigma: Activation, psi1: float, psi2: float, lam: float, rest: float, signal: float = 1.0
) -> float:
    """Return ``F_1^2 B + rest V``; it is infinite at the interpolation threshold without ridge."""
    if lam == 0 and psi1 == psi2:
        return math.inf
    bias, variance = bias_variance(sigma, psi1, psi2, lam)
    return signal * bias + rest * variance


def powers(link: Link) -> tuple[float, float]:
    """Return ``F_1^2`` and ``F_*^2``, the powers of the linear part and of the remaining part of a
    link without a mean.
    """
    return link.linear**2, link.beyond(1)


def around(pole: float, grid: Iterable[float]) -> list[float]:
    """Return a grid with points that close in on a pole from both sides."""
    near = (pole * (1 + sign * 10**-power) for power in _CLOSER for sign in (-1, 1))
    return sorted({*grid, *near})


def at_finite_dimension(traces: PartTraces, link: Link) -> dict[str, float]:
    """Return the risk at a finite dimension, and the learned fraction of a target."""
    _, linear, quadratic = (link.coefficients(2) ** 2).tolist()
    beyond = max(link.beyond(1) - quadratic, 0.0)
    learned = linear * traces.linear_learned + quadratic * traces.quadratic_learned
    return {
        "finite": traces.risk(linear, quadratic, beyond, link.noise_variance),
        "learned": learned / (linear + quadratic + beyond),
    }


def best_penalty(risk: Callable[[float], float]) -> tuple[float, float]:
    """Return the best lbar and its risk; lbar is 0 if no positive penalty beats the ridgeless
    limit.
    """
    for largest in _LARGEST:
        best = minimize_scalar(
            lambda log_lbar: risk(math.exp(log_lbar)),
            bounds=(math.log(1e-6), math.log(largest)),
            method="bounded",
        )
        if best.x < math.log(largest) - 1:
            break
    ridgeless = risk(0.0)
    # A minimum at the left end means that no ridge is best.
    if ridgeless <= best.fun or best.x < math.log(1e-5):
        return 0.0, ridgeless
    return math.exp(best.x), float(best.fun)
