"""Predictions for every experiment of this paper: one function per experiment, columns named as in its runs."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pandas as pd
from scipy.optimize import minimize_scalar

from feature_learning.core.errors import UserError
from feature_learning.core.setting import Setting
from feature_learning.data.links import Link
from feature_learning.networks.activations import Activation
from feature_learning.networks.named import activation, link
from feature_learning.papers.mei2019.model import target
from feature_learning.theory.double_descent import (
    bias_variance,
    large_sample_bias,
    proportional,
    snr_threshold,
    wide_bias_variance,
)

# The ridgeless training error is computed at this penalty: unlike the test error's, its limit is smooth.
_NEARLY_RIDGELESS = 1e-7
_ROUNDING = 1e-7


def _risk(sigma: Activation, psi1: float, psi2: float, lam: float, rest: float, signal: float = 1.0) -> float:
    """Return ``F_1^2 B + rest V``; it is infinite at the interpolation threshold of ridgeless regression."""
    if lam == 0 and psi1 == psi2:
        return math.inf
    bias, variance = bias_variance(sigma, psi1, psi2, lam)
    return signal * bias + rest * variance


def _sigma(setting: Setting) -> Activation:
    """Return the setting's activation.

    Raises
    ------
    UserError
        It lacks the linear or the non-linear part, without which a random feature has no Gaussian equivalent of full rank.
    """
    sigma = activation(setting["activation"])
    if min(abs(float(sigma.hermite[1])), sigma.nonlinear) < _ROUNDING:
        parts = f"c_1 = {float(sigma.hermite[1]):.3g} and the rest {sigma.nonlinear:.3g}"
        raise UserError(f"this theory needs an activation with a linear and a non-linear part, and {sigma.name} has {parts}")
    return sigma


def _parts(aim: Link) -> tuple[float, float]:
    """Return ``F_1^2`` and ``F_*^2``, the powers of the linear part and of the rest of a link.

    Raises
    ------
    UserError
        The link has a mean. Features with a mean learn it at once and others never; the theory has no place for it.
    """
    mean = float(aim.coefficients(0)[0])
    if abs(mean) > _ROUNDING:
        raise UserError(f"this theory needs a target without a mean, and this one has the coefficient {mean:.4g} of degree 0")
    return aim.linear**2, aim.beyond(1)


def double_descent(setting: Setting) -> pd.DataFrame:
    """Test and training error against N/n; they depend on neither d nor the feature model."""
    rows = []
    psi2, sigma, (signal, rest) = setting["psi2"], _sigma(setting), _parts(link(setting["link"]))
    for point in setting.points("ratio", "lam"):
        psi1, lam = float(point["ratio"]) * psi2, float(point["lam"])
        ridge = psi1 * max(lam, _NEARLY_RIDGELESS)
        train = 0.0 if lam == 0 and psi1 >= psi2 else proportional(sigma, psi1, psi2).errors(ridge, signal, rest).train
        rows.append({**point, "test": _risk(sigma, psi1, psi2, lam, rest, signal) + rest, "train": train})
    return pd.DataFrame(rows)


def noise(setting: Setting) -> pd.DataFrame:
    """Risk ``F_1^2 B + (tau^2 + F_*^2) V + F_*^2`` against N/n for each target."""
    rows, sigma = [], _sigma(setting)
    for point in setting.points("target", "ratio"):
        aim = target(str(point["target"]))
        (signal, rest), psi1 = _parts(aim), float(point["ratio"]) * setting["psi2"]
        risk = _risk(sigma, psi1, setting["psi2"], setting["lam"], aim.noise_variance + rest, signal) + rest
        rows.append({**point, "risk": risk})
    return pd.DataFrame(rows)


def _best(risk: Callable[[float], float]) -> tuple[float, float]:
    """Return the best lbar and its risk; lbar is 0 if no positive penalty beats the ridgeless limit."""
    found = minimize_scalar(lambda log_lbar: risk(math.exp(log_lbar)), bounds=(math.log(1e-6), math.log(1e3)), method="bounded")
    ridgeless = risk(0.0)
    # A minimum at the left end means that no ridge is best.
    at_the_end = found.x < math.log(1e-5)
    return (0.0, ridgeless) if ridgeless <= found.fun or at_the_end else (math.exp(found.x), float(found.fun))


def lambda_curves(setting: Setting) -> pd.DataFrame:
    """Risk against N/n for fixed penalties and at the best penalty; signal 1, ``tau^2 = 1/rho``."""
    psi2, rest, sigma = setting["psi2"], 1 / setting["rho"], _sigma(setting)
    rows = []
    for ratio in map(float, setting.grid["ratio"]):

        def risk(lbar: float, psi1: float = ratio * psi2) -> float:
            return _risk(sigma, psi1, psi2, lbar * sigma.nonlinear**2, rest)

        best_lbar, best = _best(risk)
        rows += [
            {"ratio": ratio, "lbar": lbar, "risk": risk(lbar), "best_risk": best, "best_lbar": best_lbar}
            for lbar in map(float, setting.grid["lbar"])
        ]
    return pd.DataFrame(rows)


def sample_wise(setting: Setting) -> pd.DataFrame:
    """Risk against n/d at a fixed width, for fixed penalties and at the best penalty."""
    psi1, sigma, (signal, unseen) = setting["psi1"], _sigma(setting), _parts(link(setting["link"]))
    rest = 1 / setting["rho"] + unseen
    rows = []
    for psi2 in map(float, setting.grid["psi2"]):

        def risk(lam: float, psi2: float = psi2) -> float:
            return _risk(sigma, psi1, psi2, lam, rest, signal) + unseen

        _, best = _best(risk)
        rows += [{"psi2": psi2, "lam": lam, "risk": risk(lam), "best_risk": best} for lam in map(float, setting.grid["lam"])]
    return pd.DataFrame(rows)


def wide_limit(setting: Setting) -> pd.DataFrame:
    """B and V against ``size`` as N/d (at ``psi2 = 3``) and as n/d (ridgeless, at several N/d), with their limits."""
    rows, sigma = [], _sigma(setting)
    for size in map(float, setting.grid["size"]):
        for lbar in map(float, setting.grid["lbar"]):
            limit = wide_bias_variance(sigma, setting["psi2"], lbar)
            rows.append(_against_limit(sigma, "width", lbar, size, (size, setting["psi2"]), lbar, limit))
        rows += [
            _against_limit(sigma, "samples", psi1, size, (psi1, size), 0.0, (large_sample_bias(sigma, psi1), 0.0))
            for psi1 in map(float, setting.grid["psi1"])
        ]
    return pd.DataFrame(rows)


def _against_limit(
    sigma: Activation, grows: str, curve: float, size: float, psi: tuple[float, float], lbar: float, limit: tuple[float, float]
) -> dict[str, object]:
    finite = (math.nan, math.nan) if lbar == 0 and psi[0] == psi[1] else bias_variance(sigma, *psi, lbar * sigma.nonlinear**2)
    return {
        "grows": grows,
        "curve": curve,
        "size": size,
        "bias": finite[0],
        "variance": finite[1],
        "bias_limit": limit[0],
        "variance_limit": limit[1],
    }


def phase_diagram(setting: Setting) -> pd.DataFrame:
    """The best penalty of infinitely wide features against the signal-to-noise ratio rho; ridgeless is best above zeta^2."""
    sigma = _sigma(setting)
    threshold = snr_threshold(sigma)
    multiples = np.array(setting.grid["rho_over_threshold"], dtype=float)
    rows = []
    for multiple in map(float, multiples):
        rho = multiple * threshold

        def risk(lbar: float, rho: float = rho) -> float:
            bias, variance = wide_bias_variance(sigma, setting["psi2"], lbar)
            return bias + variance / rho

        best_lbar, best = _best(risk)
        rows.append(
            {
                "rho_over_threshold": multiple,
                "rho": rho,
                "threshold": threshold,
                "best_lbar": best_lbar,
                "best_risk": best,
                "ridgeless_risk": risk(0.0),
            }
        )
    return pd.DataFrame(rows)
