"""Online SGD with weight decay: where neurons end along a direction, how fast they lose the rest.

The network is ``yhat(x) = mean_j abar_j relu(<w_j, x> + b_j)``, the label is ``f(z) + sigma xi``
with ``z = <u, x>``, and the step is

    w_j  <-  (1 - eta lambda) w_j - eta abar_j (yhat - y) 1{<w_j, x> + b_j > 0} x.

Once the weights lie along u, the mean of a step is a flow of one number per neuron along u and a
linear flow across u, where single samples add noise. Both are integrals over z alone.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from feature_learning.core.compiled import compiled
from feature_learning.core.errors import UserError

_REACH, _POINTS = 7.0, 701
_SETTLED = 1e-12
_FAR = 6.0  # kinks further out have no weight
_TINY = 1e-300

Function = Callable[[np.ndarray], np.ndarray]


def _nodes() -> tuple[np.ndarray, np.ndarray]:
    z = np.linspace(-_REACH, _REACH, _POINTS)
    return z, np.exp(-z * z / 2) / np.sqrt(2 * np.pi) * (z[1] - z[0])


def end_slope(mean_square: float, link: Function, decay: float) -> float:
    """Return omega of the end positions ``w_j = omega abar_j u``.

    It holds without biases, for an odd link and a symmetric readout.

    Parameters
    ----------
    mean_square
        The mean square of the readout abar.
    link
        f, elementwise.
    decay
        lambda.

    References
    ----------
    Derived here for the algorithm of Mousavi-Hosseini, Park, Girotti, Mitliagkas and Erdogdu
    (2023), ICLR: with these weights ``yhat = omega mean(abar^2)/2 z``. A neuron sees half of the
    inputs, so that its stationary point is ``lambda omega = (E[z f(z)] - omega mean(abar^2)/2)/2``,
    hence ``omega = E[z f(z)]/2 / (lambda + mean(abar^2)/4)``.

    Examples
    --------
    >>> round(end_slope(0.625, np.tanh, 1.0), 6)
    0.261927
    """
    z, weight = _nodes()
    return float((weight * z) @ link(z)) / 2 / (decay + mean_square / 4)


def end_positions(
    readout: np.ndarray,
    bias: np.ndarray,
    start: np.ndarray,
    link: Function,
    decay: float,
    *,
    step: float = 0.2,
    most: int = 1500,
) -> np.ndarray:
    """Return where neurons end along u, from the flow of the projected weights.

    Parameters
    ----------
    readout, bias, start : (m,)
        abar, b and ``<w_j(0), u>``. The start decides which of several ends is reached.
    link
        f, elementwise.
    decay
        lambda.
    step, most
        The Euler step, and after how many of them to stop at the latest.

    Returns
    -------
    positions : (m,)
        ``<w_j, u>`` at the end.

    References
    ----------
    Derived here for the algorithm of Mousavi-Hosseini et al. (2023), ICLR: the mean of a step for
    weights along u is ``dw_j/ds = -lambda w_j - abar_j E[(yhat(z) - f(z)) z 1{w_j z + b_j > 0}]``,
    z ~ N(0, 1).
    """
    z, weight = _nodes()
    along = np.array(start, dtype=float)
    flow = (
        np.ascontiguousarray(readout, dtype=float),
        np.ascontiguousarray(bias, dtype=float),
        z,
        link(z),
        weight * z,
    )
    _follow(along, *flow, float(decay), step, most)
    return along


def frozen_risk(
    positions: np.ndarray, readout: np.ndarray, bias: np.ndarray, link: Function
) -> float:
    """Return half the mean square error of weights along u with the readout as drawn, without label
    noise.

    Parameters
    ----------
    positions : (m,)
        ``<w_j, u>``, as from `end_positions`.
    readout, bias : (m,)
        abar and b.
    link
        f, elementwise.

    References
    ----------
    Derived here: ``E[(yhat(z) - f(z))^2]/2`` with ``yhat(z) = mean_j abar_j relu(w_j z + b_j)``, by
    quadrature.
    """
    z, weight = _nodes()
    output = readout @ np.maximum(positions[:, None] * z + bias[:, None], 0) / len(readout)
    return float(weight @ (output - link(z)) ** 2) / 2


@compiled
def _follow(
    along: np.ndarray,
    readout: np.ndarray,
    bias: np.ndarray,
    z: np.ndarray,
    target: np.ndarray,
    moment: np.ndarray,
    decay: float,
    step: float,
    most: int,
) -> None:
    """Take Euler steps until nothing changes; ``along`` (m,) changes in place."""
    m, points = len(along), len(z)
    first, last = np.empty(m, np.int64), np.empty(m, np.int64)
    slopes, offsets, sums = np.empty(points + 1), np.empty(points + 1), np.empty(points + 1)
    for _ in range(most):
        slopes[:] = 0.0
        offsets[:] = 0.0
        for j in range(m):
            # A neuron is active on a half-line, from node `first` up to, but without, node `last`.
            kink = -bias[j] / along[j]
            first[j] = np.searchsorted(z, kink, side="right") if along[j] > 0 else 0
            last[j] = np.searchsorted(z, kink, side="left") if along[j] < 0 else points
            if along[j] == 0 and bias[j] <= 0:
                last[j] = 0
            slopes[first[j]] += readout[j] * along[j]
            slopes[last[j]] -= readout[j] * along[j]
            offsets[first[j]] += readout[j] * bias[j]
            offsets[last[j]] -= readout[j] * bias[j]
        # Sums over the active neurons at each node, and over the nodes before it.
        sums[0] = slope = offset = 0.0
        for k in range(points):
            slope += slopes[k]
            offset += offsets[k]
            sums[k + 1] = sums[k] + moment[k] * ((slope * z[k] + offset) / m - target[k])
        largest = 0.0
        for j in range(m):
            change = -decay * along[j] - readout[j] * (sums[last[j]] - sums[first[j]])
            largest = max(largest, abs(change))
            along[j] += step * change
            if abs(along[j]) < _TINY:
                along[j] = 0.0  # dead neurons decay to denormal numbers, slow on some processors
        if largest < _SETTLED:
            break


@dataclass(frozen=True)
class OrthogonalPart:
    """The flow across u, linearised about the end positions along it.

    It holds where the rest of a neuron is small compared with its end. A neuron that ends near the
    point where it would die has a rate near ``-lambda``: it decays slowly on the line, and faster
    off it, so that the answer is too high.

    Attributes
    ----------
    rates : (m,)
        Eigenvalues of ``K + diag D``.
    drives : (m,)
        What a sample's noise adds to each mode: the diagonal of
        ``abar_j abar_l E[(r^2 + sigma^2) A_j A_l]`` in its basis.

    References
    ----------
    Mousavi-Hosseini et al. (2023), ICLR: the rate, ``||W_perp||_F/sqrt(m)`` of order ``sqrt(d/T)``.
    Derived here, its constant: with ``A_j = 1{w_j z + b_j > 0}``, ``r = yhat - f`` and
    ``z_j = -b_j/w_j``, Stein's lemma turns the mean step across u into a linear map of the
    orthogonal parts, ``K_jl = abar_j abar_l E[A_j A_l]/m`` from the change of yhat and
    ``D_j = abar_j r(z_j) phi(z_j)/|w_j|`` from the change of the neuron's own kink.
    """

    rates: np.ndarray
    drives: np.ndarray

    @classmethod
    def about(
        cls,
        positions: np.ndarray,
        readout: np.ndarray,
        bias: np.ndarray,
        link: Function,
        noise: float,
    ) -> OrthogonalPart:
        """Linearise about positions along u.

        Parameters
        ----------
        positions : (m,)
            From `end_positions`.
        readout, bias : (m,)
            abar and b.
        link
            f, elementwise.
        noise
            sigma, the standard deviation of the label noise.
        """
        z, weight = _nodes()
        m = len(readout)
        fields = positions[:, None] * z + bias[:, None]
        active = (fields > 0).astype(float)

        def residual(at: np.ndarray) -> np.ndarray:
            return readout @ np.maximum(
                np.multiply.outer(positions, at) + bias[:, None], 0
            ) / m - link(at)

        signed = readout[:, None] * active
        coupling = (signed * weight) @ signed.T / m
        noisy = (signed * (weight * (residual(z) ** 2 + noise**2))) @ signed.T
        moving = positions != 0
        kinks = np.full(m, np.inf)
        kinks[moving] = -bias[moving] / positions[moving]
        near = np.abs(kinks) <= _FAR
        diagonal = np.zeros(m)
        at = kinks[near]
        diagonal[near] = (
            readout[near]
            * residual(at)
            * np.exp(-at * at / 2)
            / np.sqrt(2 * np.pi)
            / np.abs(positions[near])
        )
        rates, modes = np.linalg.eigh(coupling + np.diag(diagonal))
        return cls(rates, np.einsum("ji,jl,li->i", modes, noisy, modes, optimize=True))

    def curve(
        self, steps: Function, decay: float, d: int, times: Sequence[int], k: int = 1
    ) -> np.ndarray:
        """Return ``E ||W_perp||_F^2 / m`` after given numbers of steps, from weights N(0, 1/d).

        Parameters
        ----------
        steps
            Takes numbers of steps (an array) and returns the step sizes.
        decay
            lambda.
        d, k
            The dimension, and that of the subspace.
        times
            Numbers of steps, ascending.

        Raises
        ------
        UserError
            Times do not ascend from 0 on.

        Notes
        -----
        ``c_i(t+1) = (1 - eta (lambda + rate_i))^2 c_i(t) + eta^2 drive_i`` starts from ``1/d``; the
        answer is ``(d - k) mean_i c_i``.
        """
        if len(times) == 0 or times[0] < 0 or any(np.diff(times) < 0):
            raise UserError(f"times {list(times)} do not ascend from 0 on")
        sizes = np.ascontiguousarray(steps(np.arange(times[-1])), dtype=float)
        power, pull, found = np.full(len(self.rates), 1 / d), decay + self.rates, []
        for before, time in itertools.pairwise([0, *times]):
            _decay(power, pull, self.drives, sizes[before:time])
            found.append((d - k) * power.mean())
        return np.array(found)


@compiled
def _decay(power: np.ndarray, pull: np.ndarray, drives: np.ndarray, sizes: np.ndarray) -> None:
    """Take steps of these sizes; ``power`` (m,) changes in place."""
    for size in sizes:
        for i in range(len(power)):
            power[i] = (1 - size * pull[i]) ** 2 * power[i] + size**2 * drives[i]


def decay_exponent(decay: float) -> float:
    """Return the exponent of ``||W_perp||`` in t under steps ``2/(t + t0)``.

    It is ``-min(2 lambda, 1/2)``.

    Parameters
    ----------
    decay
        lambda.

    References
    ----------
    Derived here: a mode with a rate near 0 keeps the share
    ``prod (1 - 2 lambda/t) ~ t^(-2 lambda)`` of its start, and the noise of steps ``2/t`` leaves a
    part of order ``t^(-1/2)``. At ``lambda = 1/4`` the two meet, and logarithms slow the decay.
    """
    return -min(2 * decay, 0.5)
