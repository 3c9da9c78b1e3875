"""Mei and Montanari's risk of random-features regression, and its ridgeless, wide and large-sample limits.

Notation of Mei and Montanari (2019): ``psi1 = N/d``, ``psi2 = n/d``, penalty ``(N lam/d) ||a||^2`` beside the mean
squared error, ``zeta = mu_1/mu_*``, ``lbar = lam/mu_*^2``. The excess risk is ``F_1^2 B + (tau^2 + F_*^2) V + F_*^2``.
"""

from __future__ import annotations

import math

from scipy.optimize import brentq

from feature_learning.core.errors import UserError
from feature_learning.networks.activations import Activation
from feature_learning.theory.random_features import RandomFeatures


def proportional(activation: Activation, psi1: float, psi2: float) -> RandomFeatures:
    """Return the model in the resolvent's notation: ``phi = 1/psi2``, ``psi = 1/psi1``; its ridge is ``psi1 lam``."""
    return RandomFeatures(1 / psi2, 1 / psi1, float(activation.hermite[1]), activation.nonlinear)


def chi(activation: Activation, psi1: float, psi2: float, lam: float) -> float:
    """Return ``chi = nu_1 nu_2`` of the fixed point, from the resolvent: ``-tau mu_*^2 M1 psi1``."""
    t = proportional(activation, psi1, psi2).traces(psi1 * lam)
    return -t.tau * activation.nonlinear**2 * t.m1 * psi1


def ridgeless_chi(activation: Activation, psi1: float, psi2: float) -> float:
    """Return the limit of `chi` as ``lam -> 0``: a quadratic's root in ``min(psi1, psi2)``."""
    z2 = (float(activation.hermite[1]) / activation.nonlinear) ** 2
    psi = min(psi1, psi2)
    t = psi * z2 - z2 - 1
    return -(math.sqrt(t**2 + 4 * z2 * psi) + t) / (2 * z2)


def bias_variance_at(chi: float, psi1: float, psi2: float, zeta: float) -> tuple[float, float]:
    """Return ``B = E1/E0`` and ``V = E2/E0`` of Mei and Montanari at a given ``chi``."""
    x, z2 = chi, zeta**2
    z4, z6 = z2**2, z2**3
    e0 = (
        -(x**5) * z6
        + 3 * x**4 * z4
        + (psi1 * psi2 - psi2 - psi1 + 1) * x**3 * z6
        - 2 * x**3 * z4
        - 3 * x**3 * z2
        + (psi1 + psi2 - 3 * psi1 * psi2 + 1) * x**2 * z4
        + 2 * x**2 * z2
        + x**2
        + 3 * psi1 * psi2 * x * z2
        - psi1 * psi2
    )
    e1 = psi2 * x**3 * z4 - psi2 * x**2 * z2 + psi1 * psi2 * x * z2 - psi1 * psi2
    e2 = x**5 * z6 - 3 * x**4 * z4 + (psi1 - 1) * x**3 * z6 + 2 * x**3 * z4 + 3 * x**3 * z2 - (psi1 + 1) * x**2 * z4 - 2 * x**2 * z2 - x**2
    return e1 / e0, e2 / e0


def bias_variance(activation: Activation, psi1: float, psi2: float, lam: float) -> tuple[float, float]:
    """Return B and V.

    Parameters
    ----------
    activation
        Through ``mu_1`` and ``mu_*``; its mean does not enter.
    psi1, psi2
        N/d and n/d.
    lam
        The penalty; 0 takes the ridgeless limit, which does not exist at ``psi1 = psi2``.

    Raises
    ------
    UserError
        ``lam`` is negative, or 0 at ``psi1 = psi2``.
    """
    if lam < 0 or (lam == 0 and psi1 == psi2):
        raise UserError(f"the risk at lam = {lam:g}, psi1 = {psi1:g}, psi2 = {psi2:g} is not finite")
    if lam == 0:
        zeta = float(activation.hermite[1]) / activation.nonlinear
        return bias_variance_at(ridgeless_chi(activation, psi1, psi2), psi1, psi2, zeta)
    return proportional(activation, psi1, psi2).bias_variance(psi1 * lam)


def ridge_bias_variance(g: float, ridge: float) -> tuple[float, float]:
    """Return B and V of ridge regression on isotropic inputs, ``(1/n)||y - X b||^2 + ridge ||b||^2``, with ``g = d/n``.

    ``m`` is the Stieltjes transform of the Marchenko-Pastur law at ``-ridge``: ``B = ridge^2 (-m')``,
    ``V = g (m - ridge (-m'))``.
    """
    if ridge == 0 and g >= 1:
        raise UserError("ridgeless regression with d >= n is not covered; give a positive ridge")
    if ridge == 0:
        return 0.0, g / (1 - g)
    b = 1 - g + ridge
    root = math.sqrt(b**2 + 4 * g * ridge)
    # The sum avoids cancellation for small ridges: m = 2/(b + root).
    m = 2 / (b + root)
    slope = -m * (1 + (b + 2 * g) / root) / (b + root)
    return -(ridge**2) * slope, g * (m + ridge * slope)


def wide_bias_variance(activation: Activation, psi2: float, lbar: float) -> tuple[float, float]:
    """Return B and V for ``psi1 -> inf``: the kernel limit is ridge regression with an implicit ridge.

    The normalised ridge is ``(1 + psi2 lbar)/(psi2 zeta^2)``, positive even at ``lbar = 0``.
    """
    z2 = (float(activation.hermite[1]) / activation.nonlinear) ** 2
    return ridge_bias_variance(1 / psi2, (1 + psi2 * lbar) / (psi2 * z2))


def large_sample_bias(activation: Activation, psi1: float) -> float:
    """Return B for ``psi2 -> inf`` at ``lam = 0`` (where V = 0): the root of ``m = 1/(1 + zeta^2 psi1/(1 + zeta^2 m))``."""
    z2 = (float(activation.hermite[1]) / activation.nonlinear) ** 2
    return float(brentq(lambda m: m - 1 / (1 + z2 * psi1 / (1 + z2 * m)), 0.0, 1.0, xtol=1e-15))


def snr_threshold(activation: Activation) -> float:
    """Return the signal-to-noise ratio above which no ridge is best in the wide limit: ``zeta^2``.

    Mei and Montanari's expression ``(w^2 - w)/((1 - psi2) w + psi2)`` equals ``zeta^2`` at every ``psi2``.
    """
    return (float(activation.hermite[1]) / activation.nonlinear) ** 2
