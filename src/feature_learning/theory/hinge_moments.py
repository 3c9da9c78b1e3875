"""First moments of the gradient in closed form, for ReLU networks and Hermite targets.

`gaussian_fields` defines them and has them for any network by Monte Carlo, whose error is that of a
batch of as many samples: it sets neurons apart that are equal by symmetry, and later steps enlarge
it.
"""

from collections.abc import Mapping

import numpy as np
from numpy.polynomial.hermite_e import hermevander
from scipy.special import ndtr, owens_t

from feature_learning.core.errors import UserError
from feature_learning.data.targets import Degrees, HermiteTarget
from feature_learning.networks.activations import Activation

_PARALLEL = 1 - 1e-12  # the largest correlation; mirror pairs have one of 1


def hinge_first_moments(
    covariance: np.ndarray, target: HermiteTarget, second_layer: np.ndarray, activation: Activation
) -> np.ndarray:
    """Return ``C_i = E[(f*(z) - sum_j a_j sigma(lam_j)) sigma'(lam_i) (z, lam)]``, (p, r + p).

    Parameters
    ----------
    covariance : (r + p, r + p)
        Of the fields ``(z, lam)``; the z are independent and of variance 1.
    target
        f*, of r projections.
    second_layer : (p,)
        The readout, including any scaling by the width.
    activation
        ``sigma(x) = max(x - b, 0) + c``.

    Raises
    ------
    UserError
        The activation is none of these.

    References
    ----------
    Derived here, by Stein's lemma: with ``1_i`` for ``lam_i > b`` and a field x,

        E[f* 1_i x] = sum_k E[x z_k] E[d_k f* 1_i] + E[x lam_i] E[f* delta(lam_i - b)],
        E[(lam_j - b)_+ 1_i x]
            = E[x lam_j] P(lam_i, lam_j > b) + E[x lam_i] E[(lam_j - b)_+ delta(lam_i - b)].

    Where ``lam_i = s_i u`` and z have correlations m, ``E[H_k(z) phi(u)] = m^k E[H_|k|(u) phi(u)]``
    for every phi (Mehler). Owen (1956), "Tables for computing bivariate normal probabilities", Ann.
    Math. Statist. 27: P by his T function.
    """
    threshold, offset = _hinge(activation)
    r = len(covariance) - len(second_layer)
    teacher, fields = covariance[:r], covariance[r:]
    scales = np.sqrt(np.diag(fields[:, r:]))
    at = threshold / scales
    overlap = fields[:, :r] / scales[:, None]
    # E[H_l(u) 1(u > c)] = H_{l-1}(c) density(c), and of the delta function H_l(c) density(c)/s.
    hermite = hermevander(at, max(map(sum, target.terms))) * _density(at)[:, None]
    above = np.column_stack([ndtr(-at), hermite])
    slopes = [_mean(_derivative(target, k), overlap, above) for k in range(r)]
    jump = _mean(target.terms, overlap, hermite) - offset * second_layer.sum() * _density(at)
    both, height = _pairs(threshold, scales, fields[:, r:])
    jump = jump / scales - height @ second_layer
    first = np.stack(slopes, axis=1) @ teacher + jump[:, None] * fields
    return np.asarray(first - (both * second_layer) @ fields)


def hinge_slopes(student: np.ndarray, activation: Activation) -> np.ndarray:
    """Return ``E[sigma'(lam_i) sigma'(lam_j)]``, shape (p, p).

    Parameters
    ----------
    student : (p, p)
        The covariance of the fields lam.
    activation
        As in `hinge_first_moments`, which raises the same error.

    References
    ----------
    Owen (1956), as in `hinge_first_moments`.
    """
    return _pairs(_hinge(activation)[0], np.sqrt(np.diag(student)), student)[0]


def _hinge(activation: Activation) -> tuple[float, float]:
    """Return b and c."""
    if activation.hinge is None:
        raise UserError(f"{activation.name} is not a ReLU, plain or shifted")
    return activation.hinge


def _density(x: np.ndarray) -> np.ndarray:
    return np.asarray(np.exp(-(x**2) / 2) / np.sqrt(2 * np.pi))


def _derivative(target: HermiteTarget, k: int) -> Mapping[Degrees, float]:
    """Return the terms of the derivative along a direction: ``H_j' = j H_{j-1}``."""
    return {
        (*degrees[:k], degrees[k] - 1, *degrees[k + 1 :]): c * degrees[k]
        for degrees, c in target.terms.items()
        if degrees[k]
    }


def _mean(terms: Mapping[Degrees, float], overlap: np.ndarray, moments: np.ndarray) -> np.ndarray:
    """Return the mean of terms times phi(u_i), shape (p,), from ``E[H_l(u_i) phi(u_i)]``, l = 0 and
    more along the second axis.
    """
    total = np.zeros(len(overlap))
    for degrees, c in terms.items():
        total += c * moments[:, sum(degrees)] * np.prod(overlap ** np.array(degrees), axis=1)
    return total


def _pairs(b: float, scales: np.ndarray, student: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return ``P(lam_i, lam_j > b)`` and ``E[(lam_j - b)_+ delta(lam_i - b)]``, each (p, p)."""
    rho = np.clip(student / np.outer(scales, scales), -_PARALLEL, _PARALLEL)
    rest = np.sqrt(1 - rho**2)
    at = np.broadcast_to((b / scales)[:, None], rho.shape)
    part = ndtr(-at) / 2 - owens_t(at, (scales[:, None] / scales - rho) / rest)
    # Of lam_j where lam_i is b: its mean above b, and its standard deviation.
    mean, deviation = rho * at * scales - b, rest * scales
    above = mean * ndtr(mean / deviation) + deviation * _density(mean / deviation)
    return part + part.T, above * _density(at) / scales[:, None]
