"""Moments of the gradient in the fields that a network and its teacher see.

On Gaussian inputs the teacher's fields ``z = W* x`` (r of them) and the network's ``lam = W x`` (p) are jointly Gaussian
with covariance the Gram matrix of ``[W*; W]``. Everything that training needs is, with
``delta = f*(z) - sum_j a_j sigma(lam_j)``,

    C_i  = E[delta sigma'(lam_i) (z, lam)],      N_ij = E[delta^2 sigma'(lam_i) sigma'(lam_j)].

Giant steps (large batches), online SGD and their order-parameter equations differ only in how they use C and N.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.networks.activations import Activation

_CHUNK = 65536


@dataclass(frozen=True)
class GradientMoments:
    """Moments of the gradient.

    Attributes
    ----------
    first : (p, r + p)
        C, teacher's fields first.
    second : (p, p)
        N.
    """

    first: np.ndarray
    second: np.ndarray


def gram(teacher: np.ndarray, overlap: np.ndarray, student: np.ndarray) -> np.ndarray:
    """Return the fields' covariance ``[[T, M^T], [M, Q]]``.

    Parameters
    ----------
    teacher : (r, r)
        T, Gram matrix of the teacher's directions.
    overlap : (p, r)
        ``M = W W*^T``.
    student : (p, p)
        ``Q = W W^T``.
    """
    return np.block([[teacher, overlap.T], [overlap, student]])


def draw_fields(covariance: np.ndarray, count: int, rng: np.random.Generator) -> np.ndarray:
    """Draw fields, shape (count, r + p), in antithetic pairs; the covariance may be singular.

    Raises
    ------
    UserError
        The covariance has a clearly negative eigenvalue.
    """
    values, vectors = np.linalg.eigh(covariance)
    if values[0] < -1e-8 * max(values[-1], 1.0):
        raise UserError(f"no covariance of fields: its least eigenvalue is {values[0]:g}")
    root = vectors * np.sqrt(np.clip(values, 0, None))
    half = rng.standard_normal(((count + 1) // 2, len(values))) @ root.T
    return np.concatenate([half, -half])[:count]


def monte_carlo_moments(
    covariance: np.ndarray,
    target: Callable[[np.ndarray], np.ndarray],
    second_layer: np.ndarray,
    activation: Activation,
    count: int,
    rng: np.random.Generator,
) -> GradientMoments:
    """Return the moments by Monte Carlo, for any activation and target.

    Parameters
    ----------
    covariance : (r + p, r + p)
    target
        Takes ``z`` of shape (count, r).
    second_layer : (p,)
        The readout, any scaling by the width included.
    activation
    count
        How many fields to draw; memory does not grow with it.
    rng
    """
    p = len(second_layer)
    r = len(covariance) - p
    first, second, drawn = np.zeros((p, r + p)), np.zeros((p, p)), 0
    while drawn < count:
        fields = draw_fields(covariance, min(_CHUNK, count - drawn), rng)
        lam = fields[:, r:]
        residual = target(fields[:, :r]) - activation(lam) @ second_layer
        weighted = residual[:, None] * activation.derivative(lam, np)
        first += weighted.T @ fields
        second += weighted.T @ weighted
        drawn += len(fields)
    return GradientMoments(first / count, second / count)


def erf_moments(covariance: np.ndarray, teacher_readout: np.ndarray, second_layer: np.ndarray) -> GradientMoments:
    """Return the moments in closed form for ``sigma(x) = erf(x/sqrt 2)`` in teacher and student (Saad and Solla 1995).

    Parameters
    ----------
    covariance : (r + p, r + p, ...)
        Further axes are further cases, computed together; the moments carry them last as well.
    teacher_readout : (r,)
    second_layer : (p,)
    """
    readout = np.concatenate([teacher_readout, -second_layer])  # delta = sum of readout times sigma(field)
    size, r = len(covariance), len(teacher_readout)
    student, every = np.arange(r, size), np.arange(size)
    first = np.tensordot(readout, erf_i3(covariance, *np.ix_(student, every, every)), (0, 2))
    pairs = erf_i4(covariance, *np.ix_(student, student, every, every))
    return GradientMoments(first, np.tensordot(np.outer(readout, readout), pairs, ((0, 1), (2, 3))))


def erf_slopes(c: np.ndarray, i: np.ndarray, j: np.ndarray) -> np.ndarray:
    """Return ``E[sigma'(u_i) sigma'(u_j)]`` for ``sigma(x) = erf(x/sqrt 2)``: what label noise multiplies in N."""
    return 2 / math.pi / np.sqrt((1 + c[i, i]) * (1 + c[j, j]) - c[i, j] ** 2)


def erf_i3(c: np.ndarray, i: np.ndarray, j: np.ndarray, k: np.ndarray) -> np.ndarray:
    """Return ``E[sigma'(u_i) u_j sigma(u_k)]`` for ``sigma(x) = erf(x/sqrt 2)``, over index arrays that broadcast."""
    own = 1 + c[i, i]
    return 2 / math.pi * (c[j, k] * own - c[i, j] * c[i, k]) / (own * np.sqrt(own * (1 + c[k, k]) - c[i, k] ** 2))


def erf_i4(c: np.ndarray, i: np.ndarray, j: np.ndarray, k: np.ndarray, m: np.ndarray) -> np.ndarray:
    """Return ``E[sigma'(u_i) sigma'(u_j) sigma(u_k) sigma(u_m)]`` for ``sigma(x) = erf(x/sqrt 2)``."""
    ii, jj = 1 + c[i, i], 1 + c[j, j]
    l4 = ii * jj - c[i, j] ** 2

    def mixed(a: np.ndarray, b: np.ndarray) -> np.ndarray:
        return -c[j, a] * c[j, b] * ii - c[i, a] * c[i, b] * jj + c[i, j] * (c[i, a] * c[j, b] + c[i, b] * c[j, a])

    l0 = l4 * c[k, m] + mixed(k, m)
    l1, l2 = (l4 * (1 + c[a, a]) + mixed(a, a) for a in (k, m))
    return 4 / math.pi**2 * np.arcsin(l0 / np.sqrt(l1 * l2)) / np.sqrt(l4)


def erf_risk(covariance: np.ndarray, teacher_readout: np.ndarray, second_layer: np.ndarray) -> float:
    """Return ``E delta^2 / 2`` for ``sigma(x) = erf(x/sqrt 2)``, from ``E sigma sigma = (2/pi) arcsin(..)``."""
    readout = np.concatenate([teacher_readout, -second_layer])
    norms = np.sqrt(1 + np.diag(covariance))
    return float(readout @ np.arcsin(covariance / np.outer(norms, norms)) @ readout / math.pi)
