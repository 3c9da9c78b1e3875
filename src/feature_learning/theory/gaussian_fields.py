"""Moments of the gradient in the fields that a network and its teacher see.

On Gaussian inputs the teacher's r fields ``z = W* x`` and the network's p fields ``lam = W x``
are jointly Gaussian, and their covariance is the Gram matrix of ``[W*; W]``. With
``delta = f*(z) - sum_j a_j sigma(lam_j)``, all that training needs to know is

    C_i  = E[delta sigma'(lam_i) (z, lam)],      N_ij = E[delta^2 sigma'(lam_i) sigma'(lam_j)].

Giant steps (large batches), online SGD and the equations of its order parameters differ only in
how they use C and N.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from feature_learning.core.compiled import compiled
from feature_learning.core.errors import UserError
from feature_learning.networks.activations import Activation

_CHUNK = 65536


@dataclass(frozen=True)
class GradientMoments:
    """Moments of the gradient.

    Attributes
    ----------
    first : (p, r + p)
        C, the teacher's fields first.
    second : (p, p)
        N.

    References
    ----------
    Saad and Solla (1995), "On-line learning in soft committee machines", Phys. Rev. E 52: the
    averages in their equations, for any readout and activation.
    """

    first: np.ndarray
    second: np.ndarray


def gram(teacher: np.ndarray, overlap: np.ndarray, student: np.ndarray) -> np.ndarray:
    """Return the fields' covariance ``[[T, M^T], [M, Q]]``.

    Parameters
    ----------
    teacher : (r, r)
        T, the Gram matrix of the teacher's directions.
    overlap : (p, r)
        ``M = W W*^T``.
    student : (p, p)
        ``Q = W W^T``.

    References
    ----------
    Derived here: for x ~ N(0, I) the fields ``[W*; W] x`` have covariance ``[W*; W] [W*; W]^T``.
    """
    return np.block([[teacher, overlap.T], [overlap, student]])


def draw_fields(covariance: np.ndarray, count: int, rng: np.random.Generator) -> np.ndarray:
    """Draw fields, shape (count, r + p), in antithetic pairs.

    Parameters
    ----------
    covariance : (r + p, r + p)
        May be singular.
    count
        How many.
    rng
        The stream.

    Raises
    ------
    UserError
        The covariance has a clearly negative eigenvalue.

    References
    ----------
    Derived here: ``V D^(1/2) V^T g`` has covariance ``V D V^T``, and so has its negative. This root
    is unique, so draws do not hang on which basis of a repeated eigenvalue is found. Pairs g, -g
    cancel the odd moments of a sample exactly (antithetic variates, Hammersley and Morton 1956).
    """
    values, vectors = np.linalg.eigh(covariance)
    if values[0] < -1e-8 * max(values[-1], 1.0):
        raise UserError(f"no covariance of fields: its least eigenvalue is {values[0]:g}")
    root = (vectors * np.sqrt(np.clip(values, 0, None))) @ vectors.T
    half = rng.standard_normal(((count + 1) // 2, len(values))) @ root
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
        Of the fields, the teacher's first.
    target
        Takes ``z`` of shape (count, r).
    second_layer : (p,)
        The readout, including any scaling by the width.
    activation
        Its values and derivative are used.
    count
        How many fields to draw; memory does not grow with it.
    rng
        The stream.

    References
    ----------
    Derived here: sample means of the definitions of C and N, over fields from `draw_fields`.
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


def erf_moments(
    covariance: np.ndarray,
    teacher_readout: np.ndarray,
    second_layer: np.ndarray,
    *,
    quadratic: bool = True,
) -> GradientMoments:
    """Return the moments in closed form for ``sigma(x) = erf(x/sqrt 2)`` in teacher and student.

    Parameters
    ----------
    covariance : (r + p, r + p, ...)
        Further axes are further cases, which are computed together. The moments carry them last,
        too.
    teacher_readout : (r,)
        The teacher's second layer.
    second_layer : (p,)
        The student's.
    quadratic
        Whether N is wanted. It is zero otherwise.

    References
    ----------
    Saad and Solla (1995), Phys. Rev. E 52: the averages I3 and I4, summed with the
    readouts of ``delta``.
    """
    # Delta = sum of readout times sigma(field).
    readout = np.concatenate([teacher_readout, -second_layer]).astype(float)
    size, _, *further = covariance.shape
    cases = np.ascontiguousarray(covariance.reshape(size, size, -1).transpose(2, 0, 1), dtype=float)
    first, second = _erf_moments(cases, readout, len(teacher_readout), quadratic)
    return GradientMoments(
        *(part.transpose(1, 2, 0).reshape(*part.shape[1:], *further) for part in (first, second))
    )


@compiled
def _erf_moments(
    cases: np.ndarray, readout: np.ndarray, r: int, quadratic: bool
) -> tuple[np.ndarray, np.ndarray]:
    """C and N of each case: (cases, p, size) and (cases, p, p), from (cases, size, size)."""
    count, size, _ = cases.shape
    first, second = np.zeros((count, size - r, size)), np.zeros((count, size - r, size - r))
    for case in range(count):
        c = cases[case]
        for i in range(r, size):
            for j in range(size):
                for k in range(size):
                    first[case, i - r, j] += readout[k] * _erf_i3(c, i, j, k)
            if quadratic:
                for j in range(r, i + 1):
                    total = 0.0
                    for k in range(size):
                        for m in range(k + 1):
                            total += (
                                (2 if m < k else 1)
                                * readout[k]
                                * readout[m]
                                * _erf_i4(c, i, j, k, m)
                            )
                    second[case, i - r, j - r] = second[case, j - r, i - r] = total
    return first, second


@compiled
def _erf_i3(c: np.ndarray, i: int, j: int, k: int) -> float:
    """``E[sigma'(u_i) u_j sigma(u_k)]`` for ``sigma(x) = erf(x/sqrt 2)``."""
    own = 1 + c[i, i]
    return (
        2
        / math.pi
        * (c[j, k] * own - c[i, j] * c[i, k])
        / (own * math.sqrt(own * (1 + c[k, k]) - c[i, k] ** 2))
    )


@compiled
def _erf_i4(c: np.ndarray, i: int, j: int, k: int, m: int) -> float:
    """``E[sigma'(u_i) sigma'(u_j) sigma(u_k) sigma(u_m)]`` for ``sigma(x) = erf(x/sqrt 2)``."""
    l4 = (1 + c[i, i]) * (1 + c[j, j]) - c[i, j] ** 2
    l0 = l4 * c[k, m] + _mixed(c, i, j, k, m)
    l1 = l4 * (1 + c[k, k]) + _mixed(c, i, j, k, k)
    l2 = l4 * (1 + c[m, m]) + _mixed(c, i, j, m, m)
    return 4 / math.pi**2 * math.asin(l0 / math.sqrt(l1 * l2)) / math.sqrt(l4)


@compiled
def _mixed(c: np.ndarray, i: int, j: int, a: int, b: int) -> float:
    across = c[i, a] * c[j, b] + c[i, b] * c[j, a]
    return -c[j, a] * c[j, b] * (1 + c[i, i]) - c[i, a] * c[i, b] * (1 + c[j, j]) + c[i, j] * across


def erf_slopes(c: np.ndarray, i: np.ndarray, j: np.ndarray) -> np.ndarray:
    """Return ``E[sigma'(u_i) sigma'(u_j)]`` for ``sigma(x) = erf(x/sqrt 2)``.

    Parameters
    ----------
    c : (size, size, ...)
        Covariance of the fields.
    i, j
        Indices of fields, broadcast together.

    References
    ----------
    Saad and Solla (1995), Phys. Rev. E 52: it multiplies the label noise in dQ/dt.
    Derived here: ``sigma'(u) = sqrt(2/pi) exp(-u^2/2)``, and
    ``E exp(-(u_i^2 + u_j^2)/2) = det(I + c)^(-1/2)`` over the pair.
    """
    return 2 / math.pi / np.sqrt((1 + c[i, i]) * (1 + c[j, j]) - c[i, j] ** 2)
