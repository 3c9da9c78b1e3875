"""Singular values of features and weights that leave the bulk after one step."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import brentq

from feature_learning.papers.moniri2023.finite import OneStep
from feature_learning.papers.moniri2023.spikes import Features, gradient_scale
from feature_learning.theory.marchenko_pastur import edges
from feature_learning.theory.outliers import spiked_rectangular

DENSITY_POINTS = 300
_CLOSE = 1e-9  # relative distance from the edge where the search begins


@dataclass(frozen=True)
class OutlierAlignment:
    """A singular value, and the squared cosine of its vector with what the step has put there.

    Attributes
    ----------
    value
        The singular value; the bulk's edge if none has left it.
    alignment
        The squared cosine; 0 at the edge.
    """

    value: float
    alignment: float


def bulk(features: Features) -> dict[str, Any]:
    """Return the edge and the density of the untrained features' singular values."""
    at = np.linspace(1e-3, features.bulk_edge, DENSITY_POINTS)
    return {
        "bulk_edge": features.bulk_edge,
        # From eigenvalues to singular values the density gains a factor 2x. It is counted per n,
        # without the atom at zero.
        "feature_density_at": at,
        "feature_density": 2 * at * features.eigenvalue_density(at**2),
    }


def linear_outlier(features: Features, strength: float) -> OutlierAlignment:
    """Return the first outlier of ``F/sqrt n``, whose left vector aligns with ``X m``.

    The strength is ``eta c_1^2 |a| |X m|/sqrt n``, in the limit ``eta c_1^2 b``.

    References
    ----------
    Derived here. The step adds ``eta c_1^2 (X m) a^T`` to features whose linear part has no
    component along a, so the width-side resolvent at a is ``1/(1 + c^2 M1)``. The outlier is
    where ``1/M2 + strength^2/(1 + c^2 M1) = 0``, and the squared cosine one over the slope there.
    """
    rest, square = features.nonlinear**2, strength**2

    def mismatch(x: float) -> float:
        t = features.traces_beyond_edge(x)
        return 1 / t.m2 + square / (1 + rest * t.m1)

    def slope(x: float) -> float:
        t = features.traces_beyond_edge(x)
        return -t.dm2 / t.m2**2 - square * rest * t.dm1 / (1 + rest * t.m1) ** 2

    return _beyond(features.bulk_edge, strength, mismatch, slope)


def even_outlier(step: OneStep) -> OutlierAlignment:
    """Return the outlier of ``F/sqrt n`` of the even spikes, whose left vector aligns with ``u^2``.

    References
    ----------
    Derived here: ``1/M1 + tau N size_1^2 = 0`` for the largest singular function of the features.
    """
    features, square = step.features, float(step.even[0])

    def mismatch(x: float) -> float:
        t = features.traces_beyond_edge(x)
        return 1 / t.m1 + t.tau * square

    def slope(x: float) -> float:
        t = features.traces_beyond_edge(x)
        return -t.dm1 / t.m1**2 + t.dtau * square

    outlier = _beyond(features.bulk_edge, math.sqrt(square), mismatch, slope)
    return OutlierAlignment(outlier.value, outlier.alignment * step.even_overlap)


def weight_outlier(strength: float, ratio: float) -> OutlierAlignment:
    """Return the outlier of ``W_1``, whose right vector aligns with m.

    The strength is ``eta c_1 |a| |m|``, the ratio N/d.

    References
    ----------
    Derived here from Benaych-Georges and Nadakuditi (2012), J. Multivariate Anal. 111: a is
    orthogonal to the remaining part of W_0, so ``W_1^T W_1`` is a Wishart matrix plus
    ``strength^2 m m^T/|m|^2``. Its value is that of a spike of square ``theta^2 = strength^2 - 1``
    that is independent of W_0, and the squared cosine is ``1 - ratio/theta^4``.
    """
    square = strength**2 - 1
    if square <= math.sqrt(ratio):
        return OutlierAlignment(1 + math.sqrt(ratio), 0.0)
    return OutlierAlignment(
        spiked_rectangular(math.sqrt(square), ratio).value, 1 - ratio / square**2
    )


def leading(step: OneStep, ratio: float) -> dict[str, float]:
    """Return the leading singular values of features and weights, and their vectors' alignments."""
    features, c1 = step.features, step.features.linear
    if not step.eta:
        vectors = ("u", "moved", "moved2", "beta", "weight", "teacher")
        return {
            "outliers": 0,
            "feature_1": features.bulk_edge,
            "feature_2": features.bulk_edge,
            "weight_1": edges(ratio)[1],
            **{f"{vector}_alignment": 0.0 for vector in vectors},
        }
    linear, even = linear_outlier(features, step.eta * c1**2 * step.scale), even_outlier(step)
    weight = weight_outlier(step.eta * c1 * step.scale, ratio)
    beta = (gradient_scale(step.link, features.phi) / step.scale) ** 2  # squared cosine with m
    return {
        "outliers": (linear.alignment > 0) + (even.alignment > 0),
        "feature_1": linear.value,
        "feature_2": even.value,
        "u_alignment": linear.alignment * beta,
        "moved_alignment": linear.alignment,
        "moved2_alignment": even.alignment,
        "weight_1": weight.value,
        "beta_alignment": weight.alignment * beta,
        "weight_alignment": weight.alignment,
        "teacher_alignment": weight.alignment * step.cosine**2,
    }


def _beyond(
    edge: float,
    strength: float,
    mismatch: Callable[[float], float],
    slope: Callable[[float], float],
) -> OutlierAlignment:
    low, high = edge * (1 + _CLOSE), 2 * (edge + strength)
    if mismatch(low) * mismatch(high) > 0:
        return OutlierAlignment(edge, 0.0)
    value = float(brentq(mismatch, low, high, xtol=1e-12))
    return OutlierAlignment(value, 1 / slope(value))
