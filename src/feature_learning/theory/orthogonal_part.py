"""Online SGD with weight decay: how fast neurons lose what lies across a direction.

The network and the step are those of `theory.principal_subspace`. Once the weights lie along u, the
mean of a step is a linear flow across u, where single samples add noise.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from feature_learning.core.compiled import compiled
from feature_learning.core.errors import UserError
from feature_learning.theory.principal_subspace import Function, nodes

_FAR = 6.0  # kinks further out have no weight


@dataclass(frozen=True)
class OrthogonalPart:
    """The flow across u, linearised about the end positions along it.

    It holds where the remaining part of a neuron is small compared with its end. A neuron that ends
    near the point where it would die has a rate near ``-lambda``: it decays slowly on the line, and
    faster off it, so the answer is too high.

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
        z, weight = nodes()
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
            Times are negative or do not ascend.

        Notes
        -----
        ``c_i(t+1) = (1 - eta (lambda + rate_i))^2 c_i(t) + eta^2 drive_i`` starts from ``1/d``; the
        answer is ``(d - k) mean_i c_i``.
        """
        if len(times) == 0 or times[0] < 0 or any(np.diff(times) < 0):
            raise UserError(f"times {list(times)} are negative or do not ascend")
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
    Derived here: a mode with a rate near 0 keeps the fraction
    ``prod (1 - 2 lambda/t) ~ t^(-2 lambda)`` of its start, and the noise of steps ``2/t`` leaves a
    part of order ``t^(-1/2)``. At ``lambda = 1/4`` the two meet, and logarithms slow the decay.
    """
    return -min(2 * decay, 0.5)
