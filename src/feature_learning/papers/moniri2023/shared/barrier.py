"""Test errors against the ridge: of ridge regression on the inputs, and at the theorem's levels."""

import math
from collections.abc import Callable

from scipy.optimize import minimize_scalar

from feature_learning.data.links import Link
from feature_learning.papers.moniri2023.shared.limits import limit_gains
from feature_learning.papers.moniri2023.shared.spikes import Features
from feature_learning.theory.double_descent import ridge_bias_variance

Curve = Callable[[float], float]


def plain_curves(features: Features, link: Link) -> dict[tuple[str, float], Curve]:
    """Return the test error against the ridge by predictor and alpha: of ridge regression on the
    inputs, from n and from 2n samples, and at the theorem's levels.

    ``l = 0`` are untrained features in the proportional limit; the networks' own untrained features
    see a little of the quadratic part.
    """
    signal, rest = link.linear**2, link.unlearnable_variance

    def inputs(phi: float) -> Curve:
        def curve(ridge: float) -> float:
            bias, variance = ridge_bias_variance(phi, ridge)
            return signal * bias + rest * (1 + variance)

        return curve

    def limit(degree: int) -> Curve:
        def curve(ridge: float) -> float:
            untrained = features.errors(ridge, signal, rest).test
            return untrained - limit_gains(features, link, degree, ridge)[1]

        return curve

    return {
        ("inputs", -math.inf): inputs(features.phi),
        ("inputs, 2n", -math.inf): inputs(features.phi / 2),
        **{(f"l = {degree}", math.inf): limit(degree) for degree in (0, 1, 2, 4, 6)},
    }


def least(curve: Curve) -> float:
    """Return the least value of a curve against the ridge."""
    found = minimize_scalar(
        lambda log_ridge: curve(math.exp(log_ridge)),
        bounds=(-7, 3),
        method="bounded",
        options={"xatol": 1e-3},
    )
    return float(found.fun)
