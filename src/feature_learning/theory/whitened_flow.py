"""The population flow of one neuron on whitened inputs.

``d omega/dt = 2 zeta(omega) (1 - omega^2)`` with ``zeta = k c omega^(k-1)``.
"""

import numpy as np

from feature_learning.core.errors import UserError


def _antiderivative(omega: np.ndarray, k: int) -> np.ndarray:
    """A primitive of ``1/(omega^(k-1) (1 - omega^2))``.

    By ``1/(u^j (1-u^2)) = 1/u^j + 1/(u^(j-2) (1-u^2))``.
    """
    power = k - 1
    total = np.zeros_like(omega)
    while power > 1:
        total -= omega ** (1 - power) / (power - 1)
        power -= 2
    return total + (np.arctanh(omega) if power == 0 else np.log(omega) - np.log1p(-(omega**2)) / 2)


def runtime(start: np.ndarray | float, end: float, k: int, c: float = 1.0) -> np.ndarray:
    """Return the time from one overlap to another, both in (0, 1).

    Parameters
    ----------
    start
        Any shape.
    end
        A number; below `start` the time is negative.
    k, c
        Information exponent, and product of the leading Hermite coefficients of neuron and target;
        c is positive.

    Raises
    ------
    UserError
        k is below 1, or c is not positive: the overlap would not grow.

    References
    ----------
    Mousavi-Hosseini, Wu, Suzuki and Erdogdu (2023), "Gradient-based feature learning under
    structured data", NeurIPS: the function zeta and the order tau_k of the runtime.
    Derived here, the time itself: ``int d omega/(2 k c omega^(k-1) (1 - omega^2))``, with partial
    fractions ``1/(u^j (1-u^2)) = 1/u^j + 1/(u^(j-2) (1-u^2))``.

    Examples
    --------
    >>> [round(float(runtime(0.01, 0.5, k)), 4) for k in (1, 2, 3, 4)]
    [0.2697, 1.014, 16.4232, 625.257]
    """
    if k < 1 or not c > 0:
        raise UserError(f"the overlap grows for k >= 1 and c > 0 only: k = {k}, c = {c:g}")
    begin = np.asarray(start, dtype=float)
    return (_antiderivative(np.asarray(float(end)), k) - _antiderivative(begin, k)) / (2 * k * c)


def spiked_runtime(
    start: float, end: np.ndarray | float, k: int, theta: float, c: float = 1.0
) -> np.ndarray:
    """Return the time from one overlap to others of the normalised flow on inputs as they are, with
    a spike of strength theta along the target.

    Parameters
    ----------
    start
        A number in (0, 1).
    end
        Any shape, from `start` to below 1.
    k, c
        As in `runtime`.
    theta
        Strength of the spike; 0 gives `runtime`.

    References
    ----------
    Mousavi-Hosseini et al. (2023), NeurIPS: the normalised flow with step size ``<w, Sigma w>``.
    Derived here: on whitened inputs its direction moves with ``P Sigma P`` instead of P, where P
    is the projection orthogonal to it, so
    ``d omega/dt = 2 k c omega^(k-1) (1 - omega^2) (1 + theta (1 - omega^2))``.

    Examples
    --------
    >>> [round(float(spiked_runtime(s, 0.5, 2, 11.31, 0.28209)), 4) for s in (0.05, 0.1, 0.3)]
    [0.1868, 0.1364, 0.0514]
    """
    ends = np.atleast_1d(np.asarray(end, dtype=float))
    nodes, weights = np.polynomial.legendre.leggauss(200)
    # In ln(omega/(1 - omega)), in which the integrand is smooth at both ends
    low, high = np.log(start / (1 - start)), np.log(ends / (1 - ends))
    middle, half = (low + high) / 2, (high - low) / 2
    omega = 1 / (1 + np.exp(-(middle[:, None] + half[:, None] * nodes)))
    square = 1 - omega**2
    speed = 2 * k * c * omega ** (k - 1) * square * (1 + theta * square)
    times = half * ((omega * (1 - omega) / speed) @ weights)
    return np.asarray(times.reshape(np.shape(end)))


def runtime_log_slope(delta0: float, c: float = 1.0) -> float:
    """Return ``dT/d ln d`` at k = 2 where the initial overlap is of order ``d^delta0``.

    Parameters
    ----------
    delta0
        Exponent of the overlap, negative.
    c
        Product of the leading Hermite coefficients.

    References
    ----------
    Derived here: `runtime` at k = 2 is ``ln(1/omega_0)/(4 c)`` plus a constant for small omega_0.
    """
    return -delta0 / (4 * c)
