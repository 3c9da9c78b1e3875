"""Mean-field limit of wide networks with the square activation, where the equations close.

The student is ``f(x) = (1/p) sum_j (w_j . x)^2 / d`` = ``x^T S x`` with
``S = (1/(p d)) sum_j w_j w_j^T``, the teacher is ``(w* . x)^2 / d`` with ``|w*|^2 = d``, x is
standard normal in d dimensions, and time counts ``gamma steps / (p d)``. On the population every
weight vector moves by the same linear map,

    dw/dt = A w,    A = 2 [(1 - tr S) I + 2 (e e^T - S)],    e = w*/|w*|,

so that S follows a d x d equation at any width, and weights that start Gaussian stay Gaussian.
The setting is that of Rotskoff and Vanden-Eijnden (2018) and of Mei, Montanari and Nguyen (2018),
with the sizes of Arnaboldi et al. (2023).
"""

from collections.abc import Sequence

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.theory.online_odes import checked_times, integrate


def square_risk(second_moment: np.ndarray, teacher: np.ndarray) -> np.ndarray:
    """Return ``E (f - f*)^2 / 2`` between quadratic forms.

    Parameters
    ----------
    second_moment : (..., d, d)
        S of the student.
    teacher : (..., d, d)
        That of the teacher, ``e e^T``.

    References
    ----------
    Derived here: with ``D = S - e e^T``, Wick's formula gives
    ``E (x^T D x)^2 = (tr D)^2 + 2 |D|^2`` for standard normal x and symmetric D.
    """
    difference = second_moment - teacher
    trace = np.trace(difference, axis1=-2, axis2=-1)
    return np.asarray(0.5 * (trace**2 + 2 * (difference**2).sum(axis=(-2, -1))))


def population_flow(
    second_moment: np.ndarray, direction: np.ndarray, times: Sequence[float], *, rtol: float = 1e-9
) -> np.ndarray:
    """Return S at `times`, shape (times, ..., d, d), for many students at once.

    Parameters
    ----------
    second_moment : (..., d, d)
        S at time 0.
    direction : (d,)
        The teacher's, of norm 1.
    times
        Ascending and not negative.
    rtol
        Relative tolerance of the solver.

    Raises
    ------
    UserError
        Times are negative or do not ascend.

    References
    ----------
    Arnaboldi, Stephan, Krzakala and Loureiro (2023), "From high-dimensional & mean-field dynamics
    to dimensionless ODEs", COLT: the model and its time.
    Derived here: ``E[(f* - f) x x^T] = (tr D) I + 2 D`` for ``D = e e^T - S``, so
    ``dw/dt = A w`` with ``A = 2 [(tr D) I + 2 D]``, and ``dS/dt = A S + S A``.
    """
    d = second_moment.shape[-1]
    teacher, eye = np.outer(direction, direction), np.eye(d)

    def right_side(_: float, state: np.ndarray) -> np.ndarray:
        current = state.reshape(-1, d, d)
        mass = 1 - np.trace(current, axis1=1, axis2=2)[:, None, None]
        pushed = 2 * (mass * eye + 2 * (teacher - current)) @ current
        return (pushed + pushed.transpose(0, 2, 1)).ravel()

    states = integrate(
        right_side, second_moment.ravel(), checked_times(times), rtol, atol=1e-12, method="DOP853"
    )
    return states.reshape(-1, *second_moment.shape)


def square_limit(d: int, times: Sequence[float]) -> tuple[np.ndarray, np.ndarray]:
    """Return the eigenvalues of S along the teacher and across it, at infinite width.

    Weights start standard normal, so both are 1/d at time 0.

    Parameters
    ----------
    d
        Dimension, at least 2.
    times
        Ascending and not negative.

    Returns
    -------
    along, across : (times,)
        q1 and qp.

    Raises
    ------
    UserError
        d is below 2, or times are negative or do not ascend.

    References
    ----------
    Derived here: `population_flow` for ``S = q1 e e^T + qp (I - e e^T)`` is
    ``q1' = 4 q1 [3 (1 - q1) - (d - 1) qp]`` and ``qp' = 4 qp [1 - q1 - (d + 1) qp]``. Late,
    ``1 - q1`` follows ``(d - 1) qp/3``, hence ``qp ~ 3/(8 (d + 2) t)``.
    """
    if d < 2:
        raise UserError(f"dimension {d}: a direction across the teacher needs at least 2")

    def right_side(_: float, state: np.ndarray) -> np.ndarray:
        q1, qp = state
        return np.array([4 * q1 * (3 * (1 - q1) - (d - 1) * qp), 4 * qp * (1 - q1 - (d + 1) * qp)])

    along, across = integrate(
        right_side, np.full(2, 1 / d), checked_times(times), 1e-10, atol=1e-14
    ).T
    return along, across


def square_limit_risk(along: np.ndarray, across: np.ndarray, d: int) -> np.ndarray:
    """Return the risk for S with eigenvalues ``along`` (once) and ``across`` (d - 1 times).

    Parameters
    ----------
    along, across : (times,)
        From `square_limit`.
    d
        Dimension.

    References
    ----------
    Derived here: `square_risk` with ``tr D = along - 1 + (d - 1) across`` and
    ``|D|^2 = (along - 1)^2 + (d - 1) across^2``.
    """
    return np.asarray(
        0.5 * ((along - 1 + (d - 1) * across) ** 2 + 2 * (along - 1) ** 2 + 2 * (d - 1) * across**2)
    )


def cosine_cdf(cosines: np.ndarray, along: float, across: float) -> np.ndarray:
    """Return the distribution function of cos(w, w*) for d = 3.

    Parameters
    ----------
    cosines
        Any shape.
    along, across
        Eigenvalues of S at a time.

    References
    ----------
    Derived here: in three dimensions the cosine of a standard normal vector is uniform on [-1, 1].
    Stretching its axes by ``sqrt q1`` and ``sqrt qp`` turns it into u, which is at most a given u
    with probability ``(1 + u/sqrt(u^2 + (1 - u^2) q1/qp))/2``.
    """
    u = np.asarray(cosines)
    return np.asarray(0.5 * (1 + u / np.sqrt(u**2 + (1 - u**2) * along / across)))


def cosine_density(cosines: np.ndarray, along: float, across: float) -> np.ndarray:
    """Return the density of cos(w, w*) for d = 3.

    Parameters
    ----------
    cosines, along, across
        As in `cosine_cdf`.

    References
    ----------
    Derived here: the derivative of `cosine_cdf`.
    """
    u, ratio = np.asarray(cosines), along / across
    return np.asarray(0.5 * ratio / (u**2 + (1 - u**2) * ratio) ** 1.5)


def fluctuation_constant(d: int, time: float) -> float:
    """Return ``lim p E |f_p - f_inf|^2`` over students of p neurons with standard normal weights.

    Parameters
    ----------
    d
        Dimension.
    time
        At least 0.

    Raises
    ------
    UserError
        The time is not a number, or it is negative.

    References
    ----------
    Rotskoff and Vanden-Eijnden (2018), "Parameters as interacting particles", NeurIPS: fluctuations
    of order 1/p.
    Derived here: at time 0 the S of a finite student deviates by a symmetric matrix of uncorrelated
    entries, with variances ``2/(p d^2)`` on the diagonal and ``1/(p d^2)`` off it. The flow is
    linearised about the limit by moving each entry a little, and the squared responses add up.
    """
    direction = np.eye(d)[0]
    small = 1e-5
    entries = [(i, j) for i in range(d) for j in range(i, d)]
    starts = np.zeros((2 * len(entries), d, d)) + np.eye(d) / d
    for number, (i, j) in enumerate(entries):
        for sign, row in ((1, 2 * number), (-1, 2 * number + 1)):
            starts[row, i, j] += sign * small
            if i != j:
                starts[row, j, i] += sign * small
    ends = population_flow(starts, direction, [time], rtol=1e-11)[-1]
    responses = (ends[0::2] - ends[1::2]) / (2 * small)
    squares = 2 * square_risk(responses, np.zeros((d, d)))
    variances = np.array([2.0 if i == j else 1.0 for i, j in entries]) / d**2
    return float(squares @ variances)
