"""The risk of random-features regression by Mei and Montanari, and its limits.

In their notation ``psi1 = N/d``, ``psi2 = n/d``, ``zeta = mu_1/mu_*`` and
``lbar = lam/mu_*^2``; the penalty added to the mean squared error is ``(N lam/d) ||a||^2``. The
excess risk is ``F_1^2 B + (tau^2 + F_*^2) V + F_*^2``.
"""

import math

from scipy.optimize import brentq

from feature_learning.core.errors import UserError
from feature_learning.networks.activations import Activation
from feature_learning.theory.random_features import RandomFeatures


def proportional(activation: Activation, psi1: float, psi2: float) -> RandomFeatures:
    """Return the model in the resolvent's notation; its ridge is ``psi1 lam``.

    Parameters
    ----------
    activation
        Enters through ``mu_1`` and ``mu_*``.
    psi1, psi2
        N/d and n/d.

    References
    ----------
    Derived here: ``phi = d/n = 1/psi2`` and ``psi = d/N = 1/psi1``, and the penalty
    ``(N lam/d) ||a||^2`` is ``psi1 lam ||a||^2``.
    """
    return RandomFeatures(1 / psi2, 1 / psi1, float(activation.hermite[1]), activation.nonlinear)


def chi(activation: Activation, psi1: float, psi2: float, lam: float) -> float:
    """Return ``chi = nu_1 nu_2`` of the fixed point, as ``-tau mu_*^2 M1 psi1`` from the resolvent.

    Parameters
    ----------
    activation
        Enters through ``mu_1`` and ``mu_*``.
    psi1, psi2
        N/d and n/d.
    lam
        The penalty, positive.

    References
    ----------
    Mei and Montanari (2022), "The generalization error of random features regression", Comm. Pure
    Appl. Math. 75(4): the fixed point for nu_1, nu_2 in the definition of the asymptotic risk.
    Derived here: nu_1 and nu_2 are the resolvent's two normalised traces, of samples (``M1``) and
    of features (``tau``), at ``xi = i sqrt(psi1 psi2 lbar)``. The tests compare both routes.
    """
    t = proportional(activation, psi1, psi2).traces(psi1 * lam)
    return -t.tau * activation.nonlinear**2 * t.m1 * psi1


def ridgeless_chi(activation: Activation, psi1: float, psi2: float) -> float:
    """Return the limit of `chi` as ``lam -> 0``: a quadratic's root in ``min(psi1, psi2)``.

    Parameters
    ----------
    activation
        Enters through ``zeta``.
    psi1, psi2
        N/d and n/d.

    References
    ----------
    Mei and Montanari (2022), Comm. Pure Appl. Math. 75(4): the ridgeless limit.
    """
    z2 = (float(activation.hermite[1]) / activation.nonlinear) ** 2
    psi = min(psi1, psi2)
    t = psi * z2 - z2 - 1
    return -(math.sqrt(t**2 + 4 * z2 * psi) + t) / (2 * z2)


def bias_variance_at(chi: float, psi1: float, psi2: float, zeta: float) -> tuple[float, float]:
    """Return ``B = E1/E0`` and ``V = E2/E0`` at a given ``chi``.

    Parameters
    ----------
    chi
        From `chi` or `ridgeless_chi`.
    psi1, psi2
        N/d and n/d.
    zeta
        ``mu_1/mu_*``.

    References
    ----------
    Mei and Montanari (2022), Comm. Pure Appl. Math. 75(4): the polynomials E0, E1, E2 in the
    definition of the asymptotic risk.
    """
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
    e2 = (
        x**5 * z6
        - 3 * x**4 * z4
        + (psi1 - 1) * x**3 * z6
        + 2 * x**3 * z4
        + 3 * x**3 * z2
        - (psi1 + 1) * x**2 * z4
        - 2 * x**2 * z2
        - x**2
    )
    return e1 / e0, e2 / e0


def bias_variance(
    activation: Activation, psi1: float, psi2: float, lam: float
) -> tuple[float, float]:
    """Return B and V.

    Parameters
    ----------
    activation
        Enters through ``mu_1`` and ``mu_*``; its mean does not matter.
    psi1, psi2
        N/d and n/d.
    lam
        The penalty. 0 takes the ridgeless limit, which does not exist at ``psi1 = psi2``.

    Raises
    ------
    UserError
        ``lam`` is negative, or 0 at ``psi1 = psi2``.

    References
    ----------
    Mei and Montanari (2022), Comm. Pure Appl. Math. 75(4): the main theorem, and for ``lam = 0``
    the ridgeless limit.
    Derived here: for ``lam > 0`` both come from the resolvent, see `RandomFeatures.bias_variance`.
    """
    if lam < 0 or (lam == 0 and psi1 == psi2):
        raise UserError(
            f"the risk at lam = {lam:g}, psi1 = {psi1:g}, psi2 = {psi2:g} is not finite"
        )
    if lam == 0:
        zeta = float(activation.hermite[1]) / activation.nonlinear
        return bias_variance_at(ridgeless_chi(activation, psi1, psi2), psi1, psi2, zeta)
    return proportional(activation, psi1, psi2).bias_variance(psi1 * lam)


def ridge_bias_variance(g: float, ridge: float) -> tuple[float, float]:
    """Return B and V of ridge regression on isotropic inputs.

    The objective is ``(1/n)||y - X b||^2 + ridge ||b||^2``.

    Parameters
    ----------
    g
        d/n.
    ridge
        The penalty; 0 only for g < 1.

    Raises
    ------
    UserError
        The ridge is 0 and g is 1 or more.

    References
    ----------
    Hastie, Montanari, Rosset and Tibshirani (2022), "Surprises in high-dimensional ridgeless least
    squares interpolation", Ann. Statist. 50(2): ridge regression with isotropic features. With m
    the Stieltjes transform of the Marchenko-Pastur law at ``-ridge``, and ``m'`` its derivative in
    the ridge, ``B = -ridge^2 m'`` and ``V = g (m + ridge m')``.
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
    """Return B and V for ``psi1 -> inf``, where the kernel acts as ridge regression.

    Parameters
    ----------
    activation
        Enters through ``zeta``.
    psi2
        n/d.
    lbar
        ``lam/mu_*^2``.

    References
    ----------
    Mei and Montanari (2022), Comm. Pure Appl. Math. 75(4): the highly overparametrised limit, in
    another form.
    Derived here: the features' Gram matrix over N tends to ``mu_1^2 X X^T/d + mu_*^2 I``, and the
    penalty adds ``n lam/d``. So it is ridge regression on x with the normalised ridge
    ``(1 + psi2 lbar)/(psi2 zeta^2)``, which is positive even at ``lbar = 0``.
    """
    z2 = (float(activation.hermite[1]) / activation.nonlinear) ** 2
    return ridge_bias_variance(1 / psi2, (1 + psi2 * lbar) / (psi2 * z2))


def large_sample_bias(activation: Activation, psi1: float) -> float:
    """Return B for ``psi2 -> inf`` at ``lam = 0``, where V = 0.

    Parameters
    ----------
    activation
        Enters through ``zeta``.
    psi1
        N/d.

    References
    ----------
    Mei and Montanari (2022), Comm. Pure Appl. Math. 75(4): the large-sample limit, in another form.
    Derived here: with n infinite the best linear readout leaves
    ``m = (1/d) tr (I + zeta^2 W^T W)^-1``, W of size N x d with entries of variance 1/d, and
    Marchenko and Pastur's equation is ``m = 1/(1 + zeta^2 psi1/(1 + zeta^2 m))``.
    """
    z2 = (float(activation.hermite[1]) / activation.nonlinear) ** 2
    return float(brentq(lambda m: m - 1 / (1 + z2 * psi1 / (1 + z2 * m)), 0.0, 1.0, xtol=1e-15))


def snr_threshold(activation: Activation) -> float:
    """Return the signal-to-noise ratio above which no ridge is best in the wide limit: ``zeta^2``.

    References
    ----------
    Mei and Montanari (2022), Comm. Pure Appl. Math. 75(4): optimal regularisation in the highly
    overparametrised limit. Their expression ``(w^2 - w)/((1 - psi2) w + psi2)`` equals ``zeta^2``
    at every ``psi2``.
    Derived here: ridge regression on isotropic inputs is best at the ridge ``1/(psi2 rho)``, and
    the wide limit adds ``1/(psi2 zeta^2)`` by itself. A positive penalty helps only if
    ``rho < zeta^2``.
    """
    return (float(activation.hermite[1]) / activation.nonlinear) ** 2
