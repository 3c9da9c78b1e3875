"""Low-rank first layers, and what replacing a layer by its truncation can cost."""

import math

import numpy as np

from feature_learning.data.hermite import gaussian_nodes
from feature_learning.data.links import Link


def truncated(weights: np.ndarray, rank: int) -> np.ndarray:
    """Return the best approximation of a given rank, shape (width, d).

    Parameters
    ----------
    weights : (width, d)
        The first layer.
    rank
        At least 0.

    References
    ----------
    Eckart and Young (1936), Psychometrika 1: the leading singular directions are best.
    """
    left, values, right = np.linalg.svd(weights, full_matrices=False)
    return (left[:, :rank] * values[:rank]) @ right[:rank]


def truncation_ratio(weights: np.ndarray, rank: int, subspace: int) -> float:
    """Return ``||W - W_r||_F / ||W_perp||_F``, at most 1 for ``r >= k``.

    Parameters
    ----------
    weights : (width, d)
        W.
    rank
        r.
    subspace
        k: the target depends on the first k coordinates.

    References
    ----------
    Eckart and Young (1936), Psychometrika 1: no matrix of rank r is nearer to W than W_r.
    Derived here: W without ``W_perp`` has rank at most k.
    """
    lost = np.linalg.svd(weights, compute_uv=False)[rank:]
    return float(np.linalg.norm(lost) / np.linalg.norm(weights[:, subspace:]))


def error_bound(readout: np.ndarray, weights: np.ndarray, rank: int) -> float:
    """Return ``||a||_2 ||W - W_r||_F``, a bound on the change of the root mean square error.

    Parameters
    ----------
    readout : (width,)
        a.
    weights : (width, d)
        W.
    rank
        r.

    References
    ----------
    Derived here, for activations of Lipschitz constant 1 on isotropic inputs:
    ``|sqrt err(W_r) - sqrt err(W)|`` is at most the root mean square of the outputs' difference,
    which is at most that of ``sum_j |a_j| |<w_j - w_rj, x>|``; then Cauchy and Schwarz.
    """
    return float(
        np.linalg.norm(readout) * np.linalg.norm(np.linalg.svd(weights, compute_uv=False)[rank:])
    )


def rank_floor(link: Link, weights: np.ndarray, rank: int) -> float:
    """Return the least relative error of any function of the directions that a truncation keeps.

    Parameters
    ----------
    link
        f of the target ``f(x_1)``.
    weights : (width, d)
        W.
    rank
        r: the first r right singular vectors are kept.

    References
    ----------
    Derived here: with c the squared length of ``u = e_1`` in their span, the best such function is
    the conditional mean of f, which shrinks its Hermite component of degree l by ``c^(l/2)``. The
    sum of what is left is ``1 - Cov(f(z), f(z'))/Var f`` for z, z' of correlation c.

    Examples
    --------
    >>> tilted = np.array([[math.sqrt(0.5), math.sqrt(0.5)]])
    >>> round(rank_floor(Link.of(lambda z: np.tanh(5 * z)), tilted, 1), 5)
    0.61825
    """
    kept = np.linalg.svd(weights, full_matrices=False)[2][:rank, 0]
    c = min(float(kept @ kept), 1.0)
    z, weight = gaussian_nodes(link.corners)
    values = link(z)
    mean = float(weight @ values)
    conditional = link(c * z[:, None] + math.sqrt(1 - c * c) * z) @ weight
    return 1 - (float((weight * values) @ conditional) - mean**2) / (
        float(weight @ values**2) - mean**2
    )
