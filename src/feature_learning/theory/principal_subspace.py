"""Online SGD with weight decay: where neurons end along a direction.

The network is ``yhat(x) = mean_j abar_j relu(<w_j, x> + b_j)``, the label is ``f(z) + sigma xi``
with ``z = <u, x>``, and the step is

    w_j  <-  (1 - eta lambda) w_j - eta abar_j (yhat - y) 1{<w_j, x> + b_j > 0} x.

Once the weights lie along u, the mean of a step is a flow of one number per neuron along u, an
integral over z alone. `theory.orthogonal_part` has the flow across u.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from feature_learning.core.compiled import compiled

_REACH, _POINTS = 7.0, 701
_SETTLED = 1e-12
_TINY = 1e-300

Function = Callable[[np.ndarray], np.ndarray]


def nodes() -> tuple[np.ndarray, np.ndarray]:
    """Return points of z, evenly spaced, and their Gaussian weights.

    References
    ----------
    Derived here: beyond 7 the weight is less than 1e-11, and integrands have kinks, for which even
    spacing does as well as Gauss points.
    """
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
    inputs, so its stationary point is ``lambda omega = (E[z f(z)] - omega mean(abar^2)/2)/2``,
    hence ``omega = E[z f(z)]/2 / (lambda + mean(abar^2)/4)``.

    Examples
    --------
    >>> round(end_slope(0.625, np.tanh, 1.0), 6)
    0.261927
    """
    z, weight = nodes()
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
    z, weight = nodes()
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
    z, weight = nodes()
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
