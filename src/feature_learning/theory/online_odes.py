"""Order parameters of online SGD as ordinary differential equations.

In high dimension a two-layer network trained on one sample after the other is described by ``M = W W*^T`` and
``Q = W W^T``, which follow (Saad and Solla 1995; Arnaboldi, Stephan, Krzakala and Loureiro 2023)

    dM/dt = a o C_z,    dQ/dt = a o C_lam + (a o C_lam)^T + quadratic (a a^T) o (N + noise E[sigma' sigma'^T]),

with the moments C and N of `theory.gaussian_fields` and ``a o`` on rows. Time counts steps so that the first terms have rate
one. ``quadratic`` is what the square of a step leaves: 0 for gradient flow, ``eta`` for steps of size eta/d and time in units of
eta steps a dimension.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from feature_learning.core.errors import UserError
from feature_learning.theory.gaussian_fields import GradientMoments, erf_i3, erf_moments, erf_risk, erf_slopes, gram


def erf_flow_moments(covariance: np.ndarray, teacher_readout: np.ndarray, second_layer: np.ndarray) -> GradientMoments:
    """Return the moments of `erf_moments` with C alone, N set to zero: all that gradient flow needs."""
    readout = np.concatenate([teacher_readout, -second_layer])
    size, r = len(covariance), len(teacher_readout)
    first = erf_i3(covariance, *np.ix_(np.arange(r, size), np.arange(size), np.arange(size))) @ readout
    return GradientMoments(first, np.zeros((len(second_layer), len(second_layer))))


@dataclass(frozen=True)
class OnlineODE:
    """The equations of one network, teacher and step size.

    Attributes
    ----------
    teacher : (r, r)
        ``T = W* W*^T``.
    teacher_readout : (r,)
    second_layer : (p,)
        The readout, any scaling by the width included.
    quadratic
        The factor of N, the term of second order in the step.
    noise
        The factor of ``E[sigma' sigma'^T]``: quadratic times the variance of the label noise; may stand alone, as in the
        animation's code.
    speed
        How many units of the first terms' time pass in one unit of time; ``width`` where time is counted in the mean-field
        way and the readout is 1/width.
    moments
        Takes (covariance, teacher_readout, second_layer); default: the closed form of erf, N left out where it is not used.

    Raises
    ------
    UserError
        No neuron in student or teacher, or a negative factor.
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
            raise UserError(f"a student of {p} and a teacher of {r} neurons, with overlaps {self.teacher.shape}: each needs at least one")
        for name in ("quadratic", "noise"):
            value = getattr(self, name)
            if not (np.isfinite(value) and value >= 0):
                raise UserError(f"{name} = {value}: must be a number from 0 on")
        if not (np.isfinite(self.speed) and self.speed > 0):
            raise UserError(f"speed = {self.speed}: must be a positive number")

    def slope(self, overlap: np.ndarray, student: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return dM/dt (p, r) and dQ/dt (p, p)."""
        r, a = len(self.teacher), self.second_layer
        covariance = gram(self.teacher, overlap, student)
        moments = self.moments or (erf_moments if self.quadratic else erf_flow_moments)
        found = moments(covariance, self.teacher_readout, a)
        first = self.speed * a[:, None] * found.first
        change = first[:, r:] + first[:, r:].T
        if self.quadratic:
            change = change + self.speed * self.quadratic * np.outer(a, a) * found.second
        if self.noise:
            neurons = np.arange(r, r + len(a))
            change = change + self.speed * self.noise * np.outer(a, a) * erf_slopes(covariance, *np.ix_(neurons, neurons))
        return first[:, :r], change

    def solve(
        self, overlap: np.ndarray, student: np.ndarray, times: Sequence[float], *, rtol: float = 1e-7
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return M (times, p, r) and Q (times, p, p), started at time 0 from the given ones.

        Raises
        ------
        UserError
            Times do not ascend from 0 on, or the equations cannot be solved so far.
        """
        at = checked_times(times)
        p, r = overlap.shape
        upper = np.triu_indices(p)

        def unpack(state: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            full = np.zeros((p, p))
            full[upper] = state[p * r :]
            return state[: p * r].reshape(p, r), full + np.triu(full, 1).T

        def right_side(_: float, state: np.ndarray) -> np.ndarray:
            first, second = self.slope(*unpack(state))
            return np.concatenate([first.ravel(), second[upper]])

        states = integrate(right_side, np.concatenate([overlap.ravel(), student[upper]]), at, rtol)
        solved = [unpack(state) for state in states]
        return np.array([one for one, _ in solved]), np.array([two for _, two in solved])

    def risk(self, overlap: np.ndarray, student: np.ndarray) -> float:
        """Return ``E delta^2 / 2`` without label noise, for erf."""
        return erf_risk(gram(self.teacher, overlap, student), self.teacher_readout, self.second_layer)


def saad_solla(teacher: np.ndarray, width: int, eta: float) -> OnlineODE:
    """Return the equations of soft committees in time ``alpha = steps/N``: all readouts 1, steps eta/N.

    Raises
    ------
    UserError
        ``width`` is below 1 or eta is no positive number.
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
    if at.ndim != 1 or len(at) == 0 or not np.isfinite(at).all() or at[0] < 0 or (np.diff(at) <= 0).any():
        raise UserError(f"times {list(times)}: must ascend from 0 on")
    return at


def integrate(
    right_side: Callable[[float, np.ndarray], np.ndarray], start: np.ndarray, times: np.ndarray, rtol: float, *, atol: float = 1e-10
) -> np.ndarray:
    """Return the solution at `times`, shape (times, states), started at time 0.

    Raises
    ------
    UserError
        The solver gives up.
    """
    from scipy.integrate import solve_ivp

    if times[-1] == 0:
        return start[None, :]
    # LSODA turns to a stiff method by itself: fast modes die out long before a plateau is left.
    solution = solve_ivp(right_side, (0.0, float(times[-1])), start, method="LSODA", t_eval=times, rtol=rtol, atol=atol)
    if not solution.success:
        raise UserError(f"the equations cannot be solved up to time {times[-1]:g}: {solution.message}")
    return np.asarray(solution.y.T)
