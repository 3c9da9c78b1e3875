"""Giant steps in high dimension: an exact recursion of overlaps for n = alpha d.

The width and alpha stay fixed as d grows. The state is ``M = W W*^T`` and ``Q = W W^T``. With C
and N of `gaussian_fields` and Gamma the fields' covariance,

    <g_i, g_j> = C_i^T Gamma^+ C_j + N_ij/alpha,     cos(g_i, w*_k) = C_ik/|g_i|,
    M <- M + D_a C_z,     Q <- Q + D_a C_lam + (D_a C_lam)^T + D_a <g, g> D_a,

where ``D_a = step diag(a)``.

Mirror pairs make Gamma singular before the first step, hence the pseudo-inverse. Each step takes a
fresh batch. C and N are averaged over draws, N over neurons that are equal by symmetry as well. Of
ReLUs C is exact: an error that sets equal neurons apart grows with each step.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.data.targets import HermiteTarget
from feature_learning.networks.activations import Activation
from feature_learning.theory.gaussian_fields import gram, monte_carlo_moments
from feature_learning.theory.hinge_moments import hinge_first_moments, hinge_slopes

_RANK_TOLERANCE = 1e-9
_LONG = 1e8


@dataclass(frozen=True)
class Overlaps:
    """The state after a step.

    Attributes
    ----------
    time
        How many steps were taken.
    gradient_cosines : (p, r)
        Of the gradient that the last step followed.
    overlap : (p, r)
        M.
    student : (p, p)
        Q.

    References
    ----------
    Saad and Solla (1995), Phys. Rev. E 52: M and Q as order parameters (there R and Q).
    """

    time: int
    gradient_cosines: np.ndarray
    overlap: np.ndarray
    student: np.ndarray

    @property
    def weight_cosines(self) -> np.ndarray:
        """Cosines of the weights with the teacher's directions, shape (p, r)."""
        return self.overlap / np.sqrt(np.diag(self.student))[:, None]


def giant_steps(
    target: HermiteTarget,
    second_layer: np.ndarray,
    activation: Activation,
    *,
    alpha: float,
    step: float,
    steps: int,
    count: int,
    rng: np.random.Generator,
    mirror: bool = True,
) -> Iterator[Overlaps]:
    """Yield the state after each step, from unit weights without any overlap.

    Parameters
    ----------
    target
        f*, of r orthonormal directions.
    second_layer : (p,)
        a; the output is ``(1/p) sum a_i sigma(lam_i)``.
    activation
        Its values and derivative are used. Of a ReLU, plain or shifted, C is exact.
    alpha
        Samples per dimension, fresh at each step.
    step
        The step size, of order one.
    steps
        How many steps.
    count
        Draws per step over which moments are averaged. The error falls as the root of their number.
    rng
        The stream.
    mirror
        Whether the second half of the neurons starts from the weights of the first.

    Raises
    ------
    UserError
        The weights grow past 10^4 times their length, where draws say nothing of their moments.

    References
    ----------
    Dandi et al. (2023), arXiv 2305.18270: several giant steps at n of order d.
    Derived here: a gradient is its mean, ``Gamma^+ C`` in the fields' coordinates, and sampling
    noise. The noise spreads over all d directions, so its part along the fields vanishes as
    1/d, while its inner products over neurons are ``d N/n = N/alpha``.
    """
    p, readout = len(second_layer), second_layer / len(second_layer)
    half = np.tile(np.eye(p // 2), (2, 2))
    overlap, student = np.zeros((p, target.index)), half if mirror else np.eye(p)
    equal = _equal(second_layer, mirror=mirror)
    for time in range(1, steps + 1):
        fields = gram(np.eye(target.index), overlap, student)
        exact = activation.hinge is not None
        if exact and time == 1 and mirror:  # no output, and a target independent of the fields
            first = hinge_first_moments(fields, target, readout, activation)
            noise = target.square_norm * hinge_slopes(student, activation)
        else:
            found = monte_carlo_moments(fields, target, readout, activation, count, rng)
            first = found.first
            if exact:
                first = hinge_first_moments(fields, target, readout, activation)
            noise = _averaged(found.second, equal)
        cosines, overlap, student = moved_state(
            fields, target.index, first, noise / alpha, step * second_layer
        )
        if not np.diag(student).max() < _LONG:
            raise UserError(
                f"the recursion diverges: at step {time} of {steps} with step size {step:g}, "
                f"weights under {activation.name} have grown past {math.sqrt(_LONG):g} times their "
                "length. "
                "Take a smaller step, fewer steps, or an activation that grows more slowly"
            )
        yield Overlaps(time, cosines, overlap, student)


def moved_state(
    fields: np.ndarray, directions: int, first: np.ndarray, noise: np.ndarray, push: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the cosines of the gradients with the teacher's directions, (p, r), and M and Q after
    the step.

    Parameters
    ----------
    fields : (r + p, r + p)
        Their covariance before the step, the teacher's first.
    directions
        r.
    first : (p, r + p)
        C.
    noise : (p, p)
        Inner products of the gradients' noise, N/alpha.
    push : (p,)
        The step size times the readout.

    References
    ----------
    Derived here: the equations of this module, with ``Gamma^+ C`` as the mean gradient.
    """
    inverse = np.linalg.pinv(fields, rcond=_RANK_TOLERANCE, hermitian=True)
    products = first @ inverse @ first.T + noise
    signal, own = np.split(first, [directions], axis=1)
    cosines = signal / np.sqrt(np.diag(products))[:, None]
    moved = push[:, None]
    change = moved * own
    overlap, student = fields[directions:, :directions], fields[directions:, directions:]
    overlap = overlap + moved * signal
    student = student + change + change.T + moved * moved.T * products
    return cosines, overlap, student


def _equal(second_layer: np.ndarray, *, mirror: bool) -> np.ndarray:
    """Return a number for each pair of neurons, the same for pairs that a permutation of neurons
    with equal readouts, mirror pairs together, takes to one another.
    """
    p = len(second_layer)
    value = np.unique(second_layer, return_inverse=True)[1]
    place = np.arange(p) % (p // 2) if mirror else np.arange(p)
    kinds = np.stack(
        [
            np.broadcast_to(value[:, None], (p, p)),
            np.broadcast_to(value, (p, p)),
            place[:, None] == place,
        ],
        axis=-1,
    )
    flat = np.unique(kinds.reshape(-1, 3), axis=0, return_inverse=True)[1]
    return np.asarray(flat.reshape(p, p))


def _averaged(matrix: np.ndarray, equal: np.ndarray) -> np.ndarray:
    """Return the matrix with the mean of its entries of one number in the place of each."""
    sums = np.bincount(equal.ravel(), matrix.ravel())
    return np.asarray((sums / np.bincount(equal.ravel()))[equal])
