"""ReLU features after a giant step, which are Gaussian given their few informative directions.

Let U be the informative directions, ``w_i = c_i + w_i^perp`` with ``c_i`` in U, and
``m = <c_i, x_U>``. Given ``x_U``, the feature ``relu(<w_i, x>)`` behaves like
``mean + slope <w_i^perp, x> + sqrt(residual) xi_i`` with independent ``xi_i``.
Without conditioning on ``x_U`` the features are not Gaussian.
"""

from __future__ import annotations

import numpy as np

from feature_learning.core.normal import density, distribution


def conditional_moments(mean: np.ndarray, spread: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return mean, slope and residual variance of a ReLU of ``mean + spread g``, g standard normal.

    Parameters
    ----------
    mean, spread
        m and ``s = |w^perp|``, arrays that broadcast together.

    Returns
    -------
    mean, slope, residual
        ``E relu``, ``E relu'``, and the variance that the constant and the linear part leave.

    References
    ----------
    Dandi, Krzakala, Loureiro, Pesce and Stephan (2023), "How two-layer neural networks learn, one
    (giant) step at a time": the conditional Gaussian equivalence.
    Derived here: with ``k = m/s``, ``E relu = m Phi(k) + s phi(k)``,
    ``E relu^2 = (m^2 + s^2) Phi(k) + m s phi(k)``, the slope is ``E relu' = Phi(k)`` by Stein's
    lemma, and the linear part ``slope s g`` has variance ``(s Phi(k))^2``.

    Examples
    --------
    >>> [round(float(value), 5) for value in conditional_moments(np.array(1.0), np.array(1.0))]
    [1.08332, 0.84134, 0.04323]
    """
    k = mean / spread
    slope, kink = distribution(k), density(k)
    first = mean * slope + spread * kink
    second = (mean**2 + spread**2) * slope + mean * spread * kink
    return first, slope, np.maximum(second - first**2 - (spread * slope) ** 2, 0.0)
