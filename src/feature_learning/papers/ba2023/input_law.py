"""Eigenvalues and leading eigenvector of the sample covariance of spiked inputs, for large n, d."""

import math

import numpy as np


def bulk_edges(n_over_d: float) -> tuple[float, float]:
    """Return the ends of the bulk, ``(1 -+ sqrt c)^2`` with c = d/n.

    Examples
    --------
    >>> [round(edge, 6) for edge in bulk_edges(2.0)]
    [0.085786, 2.914214]
    """
    root = 1 / math.sqrt(n_over_d)
    return (1 - root) ** 2, (1 + root) ** 2


def bulk_density(at: np.ndarray, n_over_d: float) -> np.ndarray:
    """Return the density of the bulk, for more samples than dimensions.

    References
    ----------
    Marchenko and Pastur (1967), Math. USSR-Sbornik 1(4): ``sqrt((l+ - x)(x - l-))/(2 pi c x)``.

    Examples
    --------
    >>> bulk_density(np.array([1.0, 2.0]), 2.0).round(6).tolist()
    [0.421084, 0.210542]
    """
    low, high = bulk_edges(n_over_d)
    inside = np.clip((high - at) * (at - low), 0, None)
    return np.asarray(np.sqrt(inside) * n_over_d / (2 * math.pi * at))


def largest_eigenvalue(theta: float, n_over_d: float) -> float:
    """Return the limit of the largest eigenvalue for a spike of strength theta.

    References
    ----------
    Baik, Ben Arous and Peche (2005), "Phase transition of the largest eigenvalue for nonnull
    complex sample covariance matrices", Annals of Probability 33(5); Paul (2007), Statistica
    Sinica 17: ``(1 + theta)(1 + c/theta)`` for ``theta > sqrt c``, else the edge.

    Examples
    --------
    >>> round(largest_eigenvalue(1.5, 2.0), 5), round(largest_eigenvalue(0.25, 2.0), 6)
    (3.33333, 2.914214)
    """
    if theta**2 * n_over_d <= 1:
        return bulk_edges(n_over_d)[1]
    return without_threshold(theta, n_over_d)


def without_threshold(theta: float, n_over_d: float) -> float:
    """Return ``(1 + theta)(1 + c/theta)``.

    References
    ----------
    As `largest_eigenvalue`.
    """
    return (1 + theta) * (1 + 1 / (n_over_d * theta))


def leading_overlap(theta: float, n_over_d: float) -> float:
    """Return the limit of the leading eigenvector's squared overlap with the spike.

    References
    ----------
    Paul (2007), "Asymptotics of sample eigenstructure for a large dimensional spiked covariance
    model", Statistica Sinica 17: ``(1 - c/theta^2)/(1 + c/theta)`` for ``theta > sqrt c``, else 0.

    Examples
    --------
    >>> round(leading_overlap(1.5, 2.0), 6), leading_overlap(0.5, 2.0)
    (0.583333, 0.0)
    """
    if theta**2 * n_over_d <= 1:
        return 0.0
    c = 1 / n_over_d
    return (1 - c / theta**2) / (1 + c / theta)
