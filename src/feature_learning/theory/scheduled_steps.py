"""Giant steps of several sizes in finite dimension: the recursion of overlaps from a random start,
and the sizes that learn most.
"""

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np
from scipy.optimize import minimize

from feature_learning.data.targets import HermiteTarget
from feature_learning.networks.activations import Activation
from feature_learning.theory.gaussian_fields import gram, monte_carlo_moments
from feature_learning.theory.hinge_moments import hinge_first_moments
from feature_learning.theory.order_parameters import moved_state

_LONGEST = 1e12  # squared norm of weights past which a schedule counts as one that learns nothing
_SPREAD = 0.25  # of the logarithms of the sizes in the first simplex


def scheduled_cosines(
    target: HermiteTarget,
    activation: Activation,
    d: float,
    alpha: float,
    sizes: Sequence[float],
    count: int,
    start: np.ndarray | None = None,
) -> list[float]:
    """Return the root mean square cosine of the neurons with the target's directions after each
    step; not a number once the weights are too long.

    The network has mirror pairs with readouts +1 and -1.

    Parameters
    ----------
    target
        f*, of r orthonormal directions.
    activation
        A ReLU, plain or shifted.
    d, alpha
        The dimension and n/d, with a fresh batch for each step.
    sizes
        The step sizes, over p.
    count
        Draws for the batch's noise, the same in every call.
    start : (pairs, r), optional
        The overlaps of one neuron of each pair with the target's directions, times sqrt d. By
        default there is one pair for each choice of signs of overlaps 1/sqrt d.

    References
    ----------
    Derived here: the recursion of `order_parameters`, from overlaps of order 1/sqrt d. The batch's
    noise along the target's directions, which is smaller by the root of n/d, is left out.
    """
    if start is None:
        start = np.array(list(product((1.0, -1.0), repeat=target.index)))
    pairs = len(start)
    second = np.repeat([1.0, -1.0], pairs)
    overlap, student = np.tile(start, (2, 1)) / np.sqrt(d), np.tile(np.eye(pairs), (2, 2))
    readout, found = second / len(second), []
    for size in sizes:
        if not np.diag(student).max() < _LONGEST:
            found.append(np.nan)
            continue
        fields = gram(np.eye(target.index), overlap, student)
        rng = np.random.default_rng(0)
        noise = monte_carlo_moments(fields, target, readout, activation, count, rng).second
        first = hinge_first_moments(fields, target, readout, activation)
        _, overlap, student = moved_state(fields, target.index, first, noise / alpha, size * second)
        squares = overlap**2 / np.diag(student)[:, None]
        found.append(float(np.sqrt(squares.mean())))
    return found


def best_schedule(
    target: HermiteTarget,
    activation: Activation,
    d: float,
    alpha: float,
    start: Sequence[float],
    count: int,
) -> tuple[list[float], float]:
    """Return step sizes and the root mean square cosine after the last: the best that a simplex
    search from a start finds.

    Parameters
    ----------
    target, activation, d, alpha, count
        As in `scheduled_cosines`.
    start
        Step sizes to begin with.

    References
    ----------
    Nelder and Mead (1965), "A simplex method for function minimization", Computer J. 7.
    """

    def lost(logs: np.ndarray) -> float:
        last = scheduled_cosines(target, activation, d, alpha, np.exp(logs).tolist(), count)[-1]
        return 0.0 if np.isnan(last) else -last

    first = np.log(start)
    simplex = np.vstack([first, first + _SPREAD * np.eye(len(first))])
    options: Any = {"initial_simplex": simplex, "xatol": 0.02, "fatol": 1e-4}
    found = minimize(lost, first, method="Nelder-Mead", options=options)
    return np.exp(found.x).tolist(), -float(found.fun)
