"""Error of the best function of the directions that a network has learned."""

from itertools import product

import numpy as np

from feature_learning.data.targets import HermiteTarget

_LEAST_NODES = 4  # in each direction: exact for a target of degree 3


def unlearned(target: HermiteTarget, learned: np.ndarray) -> float:
    """Return the least error of a function of the learned directions.

    Parameters
    ----------
    target
        Of any degree.
    learned : (directions, r)
        The overlaps of an orthonormal basis of the learned space with the target's r directions.

    References
    ----------
    Derived here: ``E (f - E[f | U x])^2 = E f^2 - E f(z) f(z')``, with z and z' the projections
    on the target's directions of two inputs that agree in the learned space and are independent
    beyond it, so ``E z z'^T`` is ``P = O^T O`` for the overlaps O. Both are Gaussian, and
    ``z' = P z + (1 - P^2)^(1/2) g``.
    """
    # Each node enters f(z) f(z') with twice the target's degree at most
    degree = max(map(sum, target.terms))
    nodes, weights = np.polynomial.hermite_e.hermegauss(max(_LEAST_NODES, degree + 1))
    r = learned.shape[1]
    both = np.array(list(product(nodes, repeat=2 * r)))
    weight = np.prod(list(product(weights / weights.sum(), repeat=2 * r)), axis=1)
    shared = learned.T @ learned
    values, vectors = np.linalg.eigh(np.eye(r) - shared @ shared)
    beyond = vectors * np.sqrt(np.clip(values, 0, None))
    here = both[:, :r]
    there = here @ shared + both[:, r:] @ beyond.T
    return float(weight @ (target(here) ** 2 - target(here) * target(there)))
