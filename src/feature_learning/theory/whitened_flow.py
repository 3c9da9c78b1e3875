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
