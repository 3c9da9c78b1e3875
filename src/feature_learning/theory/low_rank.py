"""Low-rank first layers, and what replacing a layer by its truncation can cost."""

from __future__ import annotations

import numpy as np


def truncated(weights: np.ndarray, rank: int) -> np.ndarray:
    """Return the best approximation of a given rank, shape (width, d).

    Parameters
    ----------
    weights : (width, d)
        The first layer.
    rank
        From 0 on.

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
    return float(np.linalg.norm(readout) * np.linalg.norm(np.linalg.svd(weights, compute_uv=False)[rank:]))
