"""Order parameters of online SGD as ordinary differential equations.

In high dimension, a two-layer network trained on one sample after another is described by
``M = W W*^T`` and ``Q = W W^T``, which follow

    dM/dt = a o C_z,
    dQ/dt = a o C_lam + (a o C_lam)^T + quadratic (a a^T) o (N + noise E[sigma' sigma'^T]),

with the moments C and N of `theory.gaussian_fields` and ``a o`` acting on rows. Time counts steps
such that the first terms have rate one. ``quadratic`` is what the square of a step leaves: 0 for
gradient flow, ``eta`` for steps of size eta/d with time in units of eta steps per dimension.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.theory.gaussian_fields import GradientMoments, erf_moments, erf_slopes


@dataclass(frozen=True)
class OnlineODE:
    """The equations for one network, teacher and step size.

    Attributes
    ----------
    teacher : (r, r)
        ``T = W* W*^T``.
    teacher_readout : (r,)
        The teacher's second layer.
    second_layer : (p,)
        The readout, including any scaling by the width.
    quadratic
        The factor of N, the term of second order in the step.
    noise
        The factor of ``E[sigma' sigma'^T]``: quadratic times the variance of the label noise. It
        may also stand alone, as in the code of the animation by Arnaboldi et al.
    speed
        How many units of the first terms' time pass in one unit of time: ``width`` where time is
        counted in the mean-field way and the readout is 1/width.
    moments
        Takes (covariance, teacher_readout, second_layer). The default is the closed form of erf,
        with N left out where it is not used.

    Raises
    ------
    UserError
        Student or teacher has no neuron, or a factor is negative.

    References
    ----------
    Saad and Solla (1995), "On-line learning in soft committee machines", Phys. Rev. E 52: the
    equations for all readouts 1. Arnaboldi, Stephan, Krzakala and Loureiro (2023), "From
    high-dimensional & mean-field dynamics to dimensionless ODEs", COLT: other readouts, gradient
    flow and mean-field time.
    """

    teacher: np.ndarray
    teacher_readout: np.ndarray
    second_layer: np.ndarray
    quadratic: float = 0.0
    noise: float = 0.0
    speed: float = 1.0
    moments: Callable[[np.ndarray, np.ndarray, np.ndarray], GradientMoments] | None = None

    def __post_init__(self) -> None:
        r, p = len(self.teacher_readout), len(self.second_layer)
        if r < 1 or p < 1 or self.teacher.shape != (r, r):
            raise UserError(
                f"a student of {p} and a teacher of {r} neurons, with overlaps "
                f"{self.teacher.shape}: each needs at least one"
            )
        for name in ("quadratic", "noise"):
            value = getattr(self, name)
            if not (np.isfinite(value) and value >= 0):
                raise UserError(f"{name} = {value}: must be a number of at least 0")
        if not (np.isfinite(self.speed) and self.speed > 0):
            raise UserError(f"speed = {self.speed}: must be a positive number")

    def slope(self, overlap: np.ndarray, student: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return dM/dt and dQ/dt, in the shapes of M and Q.

        Parameters
        ----------
        overlap : (p, r, ...)
            M.
        student : (p, p, ...)
            Q.
        """
        r = len(self.teacher)
        covariance = self._covariance(overlap, student)
        moments = self.moments or partial(erf_moments, quadratic=self.quadratic > 0)
        found = moments(covariance, self.teacher_readout, self.second_layer)
        a = self.second_layer.reshape(-1, *[1] * (overlap.ndim - 1))
        both = a * np.moveaxis(a, 0, 1)
        first = self.speed * a * found.first
        change = first[:, r:] + first[:, r:].swapaxes(0, 1)
        if self.quadratic:
            change = change + self.speed * self.quadratic * both * found.second
        if self.noise:
            neurons = np.arange(r, len(covariance))
            change = change + self.speed * self.noise * both * erf_slopes(
                covariance, *np.ix_(neurons, neurons)
            )
        return first[:, :r], change

    def solve(
        self,
        overlap: np.ndarray,
        student: np.ndarray,
        times: Sequence[float],
        *,
        rtol: float = 1e-7,
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return M (times, p, r, ...) and Q (times, p, p, ...).

        Parameters
        ----------
        overlap : (p, r, ...)
            M at time 0. Further axes are further starts, which are solved together.
        student : (p, p, ...)
            Q at time 0.
        times
            Ascending and not negative.
        rtol
            Relative tolerance of the solver.

        Raises
        ------
        UserError
            Times are negative or do not ascend, or the equations cannot be solved that far.
        """
        at = checked_times(times)
        p, r, *cases = overlap.shape
        rows, columns = np.triu_indices(p)

        def unpack(state: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            parts = state.reshape(-1, *cases)
            full = np.empty((p, p, *cases))
            full[rows, columns] = full[columns, rows] = parts[p * r :]
            return parts[: p * r].reshape(p, r, *cases), full

        def pack(one: np.ndarray, two: np.ndarray) -> np.ndarray:
            return np.concatenate([one.ravel(), two[rows, columns].ravel()])

        def right_side(_: float, state: np.ndarray) -> np.ndarray:
            return pack(*self.slope(*unpack(state)))

        # Many starts at once have a large Jacobian, and can do without a stiff method.
        states = integrate(
            right_side, pack(overlap, student), at, rtol, method="DOP853" if cases else "LSODA"
        )
        solved = [unpack(state) for state in states]
        return np.array([one for one, _ in solved]), np.array([two for _, two in solved])

    def risk(self, overlap: np.ndarray, student: np.ndarray) -> np.ndarray:
        """Return ``E delta^2 / 2`` without label noise, for erf.

        Parameters
        ----------
        overlap : (p, r, ...)
            M.
        student : (p, p, ...)
            Q.
        """
        covariance = self._covariance(overlap, student)
        readout = np.concatenate([self.teacher_readout, -self.second_layer])
        every = np.arange(len(covariance))
        norms = np.sqrt(1 + covariance[every, every])
        angles = np.arcsin(covariance / (norms[:, None] * norms[None, :]))
        return np.asarray(
            np.tensordot(np.outer(readout, readout), angles, ((0, 1), (0, 1))) / math.pi
        )

    def _covariance(self, overlap: np.ndarray, student: np.ndarray) -> np.ndarray:
        r, size = len(self.teacher), len(self.teacher) + len(self.second_layer)
        covariance = np.empty((size, size, *overlap.shape[2:]))
        covariance[:r, :r] = self.teacher.reshape(r, r, *[1] * (overlap.ndim - 2))
        covariance[r:, :r] = overlap
        covariance[:r, r:] = overlap.swapaxes(0, 1)
        covariance[r:, r:] = student
        return covariance


def saad_solla(teacher: np.ndarray, width: int, eta: float) -> OnlineODE:
    """Return the equations of soft committees in time ``alpha = steps/N``.

    All readouts are 1 and steps have size eta/N.

    Parameters
    ----------
    teacher : (r, r)
        T.
    width
        K, the student's neurons.
    eta
        The step size times N.

    Raises
    ------
    UserError
        ``width`` is below 1, or eta is not a positive number.

    References
    ----------
    Saad and Solla (1995), Phys. Rev. E 52: the equations for R and Q. Per unit of alpha their first
    terms have the factor eta and the second-order term has ``eta^2``.
    """
    if not (math.isfinite(eta) and eta > 0):
        raise UserError(f"learning rate eta = {eta}: must be a positive number")
    if width < 1:
        raise UserError(f"a student of {width} neurons: K must be at least 1")
    return OnlineODE(teacher, np.ones(len(teacher)), np.ones(width), quadratic=eta, speed=eta)


def checked_times(times: Sequence[float]) -> np.ndarray:
    """Return times as an array.

    Raises
    ------
    UserError
        They are not finite, negative, or do not ascend.
    """
    at = np.asarray(times, dtype=float)
    if (
        at.ndim != 1
        or len(at) == 0
        or not np.isfinite(at).all()
        or at[0] < 0
        or (np.diff(at) <= 0).any()
    ):
        raise UserError(f"times {list(times)}: must ascend and be at least 0")
    return at


def integrate(
    right_side: Callable[[float, np.ndarray], np.ndarray],
    start: np.ndarray,
    times: np.ndarray,
    rtol: float,
    *,
    atol: float = 1e-10,
    method: Literal["LSODA", "DOP853"] = "LSODA",
) -> np.ndarray:
    """Return the solution at `times`, shape (times, states), started at time 0.

    Parameters
    ----------
    right_side
        Takes time and state (states,), returns the derivative of the state.
    start : (states,)
        The state at time 0.
    times : (times,)
        Ascending.
    rtol, atol
        Tolerances of the solver.
    method
        LSODA turns to a stiff method by itself, which pays off where fast modes die out long before
        a plateau is left. DOP853 needs no Jacobian, which pays off where the state is large.

    Raises
    ------
    UserError
        The solver gives up.

    References
    ----------
    Petzold (1983), SIAM J. Sci. Stat. Comput. 4(1): LSODA. Hairer, Norsett and Wanner (1993),
    "Solving ordinary differential equations I": DOP853. Both as in `scipy.integrate.solve_ivp`.
    """
    from scipy.integrate import solve_ivp

    if times[-1] == 0:
        return start[None, :]
    solution = solve_ivp(
        right_side,
        (0.0, float(times[-1])),
        start,
        method=method,
        t_eval=times,
        rtol=rtol,
        atol=atol,
    )
    if not solution.success:
        raise UserError(
            f"the equations cannot be solved up to time {times[-1]:g}: {solution.message}"
        )
    return np.asarray(solution.y.T)
