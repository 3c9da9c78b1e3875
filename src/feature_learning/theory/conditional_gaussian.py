"""ReLU features after a giant step: Gaussian only once their few informative directions are held fixed.

With U the informative directions, ``w_i = c_i + w_i^perp`` and ``m = <c_i, x_U>``, the feature ``relu(<w_i, x>)`` acts given
``x_U`` as ``mean + slope <w_i^perp, x> + sqrt(residual) xi_i`` with independent ``xi_i`` (Dandi et al. 2023).
"""

from __future__ import annotations

import numpy as np

from feature_learning.core.normal import density, distribution


def conditional_moments(mean: np.ndarray, spread: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return mean, slope and residual variance of a ReLU of ``mean + spread g``.

    Parameters
    ----------
    mean, spread
        m and ``s = |w^perp|``; arrays that broadcast.

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
