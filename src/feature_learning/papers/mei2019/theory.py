"""Predictions for every experiment of this paper: one function per experiment, columns named as in its runs."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import pandas as pd
from scipy.optimize import minimize_scalar

from feature_learning.core.errors import UserError
from feature_learning.core.setting import Setting
from feature_learning.data.links import Link
from feature_learning.networks.activations import Activation
from feature_learning.networks.named import activation
from feature_learning.papers.mei2019.shared.model import target
from feature_learning.theory.double_descent import (
    bias_variance,
    large_sample_bias,
    proportional,
    snr_threshold,
    wide_bias_variance,
)
from feature_learning.theory.finite_features import PartTraces, part_traces

# The ridgeless training error is computed at this penalty: unlike the test error's, its limit is smooth.
_NEARLY_RIDGELESS = 1e-7
_ROUNDING = 1e-7
_CLOSER = (0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4)  # powers of ten, of the relative distance from a pole


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


def _around(pole: float, grid: Iterable[float]) -> list[float]:
    """Return a grid with points that close in on a pole from both sides."""
    near = (pole * (1 + sign * 10**-power) for power in _CLOSER for sign in (-1, 1))
    return sorted({*map(float, grid), *near})


def double_descent(setting: Setting) -> pd.DataFrame:
    """Risk, training error and learned fraction against N/n; ``finite`` is the risk of features at this d."""
    rows = []
    psi2, sigma, aims = setting["psi2"], _sigma(setting), {str(name): target(str(name)) for name in setting.grid["target"]}
    for lam in map(float, setting.grid["lam"]):
        grid = map(float, setting.grid["ratio"])
        for ratio in grid if lam else _around(1.0, grid):
            psi1 = ratio * psi2
            ridge = psi1 * max(lam, _NEARLY_RIDGELESS)
            finite = {d: part_traces(sigma, d, psi2 * d, psi1 * d, ridge) for d in map(int, setting.grid["d"])}
            for name, aim in aims.items():
                signal, rest = _parts(aim)
                train = 0.0 if lam == 0 and psi1 >= psi2 else proportional(sigma, psi1, psi2).errors(ridge, signal, rest).train
                limit = {"test": _risk(sigma, psi1, psi2, lam, rest, signal) + rest, "train": train}
                point = {"target": name, "lam": lam, "ratio": ratio}
                rows += [{**point, "d": d, **limit, **_finite(traces, aim)} for d, traces in finite.items()]
    return pd.DataFrame(rows)


def _finite(traces: PartTraces, aim: Link) -> dict[str, float]:
    """Return the risk at a finite dimension, and the learned fraction of a target."""
    _, linear, quadratic = (float(c) for c in aim.coefficients(2) ** 2)
    beyond = max(aim.beyond(1) - quadratic, 0.0)
    learned = (linear * traces.linear_learned + quadratic * traces.quadratic_learned) / (linear + quadratic + beyond)
    return {"finite": traces.risk(linear, quadratic, beyond, aim.noise_variance), "learned": learned}


def noise(setting: Setting) -> pd.DataFrame:
    """Risk ``F_1^2 B + (tau^2 + F_*^2) V + F_*^2`` against N/n for each target, and that at this d."""
    rows, sigma, psi2 = [], _sigma(setting), setting["psi2"]
    for point in setting.points("target", "ratio"):
        aim = target(str(point["target"]))
        (signal, rest), psi1 = _parts(aim), float(point["ratio"]) * psi2
        risk = _risk(sigma, psi1, psi2, setting["lam"], aim.noise_variance + rest, signal) + rest
        traces = part_traces(sigma, setting["d"], psi2 * setting["d"], psi1 * setting["d"], psi1 * setting["lam"])
        rows.append({**point, "risk": risk, "finite": _finite(traces, aim)["finite"]})
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
    for ratio in _around(1.0, map(float, setting.grid["ratio"])):

        def risk(lbar: float, psi1: float = ratio * psi2) -> float:
            return _risk(sigma, psi1, psi2, lbar * sigma.nonlinear**2, rest)

        best_lbar, best = _best(risk)
        rows += [
            {"ratio": ratio, "lbar": lbar, "risk": risk(lbar), "best_risk": best, "best_lbar": best_lbar}
            for lbar in map(float, setting.grid["lbar"])
        ]
    return pd.DataFrame(rows)


def sample_wise(setting: Setting) -> pd.DataFrame:
    """Risk against n/d at a fixed width, for fixed penalties and at the best one."""
    psi1, sigma, aim = setting["psi1"], _sigma(setting), target(setting["link"])
    signal, unseen = _parts(aim)
    rest = 1 / setting["rho"] + unseen
    rows = []
    for psi2 in _around(psi1, map(float, setting.grid["psi2"])):

        def risk(lam: float, psi2: float = psi2) -> float:
            return _risk(sigma, psi1, psi2, lam, rest, signal) + unseen

        _, best = _best(risk)
        rows += [{"psi2": psi2, "lam": lam, "risk": risk(lam), "best_risk": best} for lam in map(float, setting.grid["lam"])]
    return pd.DataFrame(rows)


def wide_limit(setting: Setting) -> pd.DataFrame:
    """B and V against ``size`` as N/d (at n/d = psi2) and as n/d (ridgeless, at several N/d), with their limits."""
    sigma, sizes = _sigma(setting), [float(size) for size in setting.grid["size"]]
    rows = [
        _against_limit(sigma, "width", lbar, size, setting["psi2"])
        for lbar in map(float, setting.grid["lbar"])
        for size in (sizes if lbar else _around(setting["psi2"], sizes))
    ]
    rows += [
        _against_limit(sigma, "samples", psi1, size, setting["psi2"])
        for psi1 in map(float, setting.grid["psi1"])
        for size in _around(psi1, sizes)
    ]
    return pd.DataFrame(rows)


def _against_limit(sigma: Activation, grows: str, curve: float, size: float, psi2: float) -> dict[str, object]:
    """Return B and V of a curve (lbar where the width grows, N/d where the sample does) at a size."""
    wide = grows == "width"
    limit = wide_bias_variance(sigma, psi2, curve) if wide else (large_sample_bias(sigma, curve), 0.0)
    psi, lbar = ((size, psi2), curve) if wide else ((curve, size), 0.0)
    pole = lbar == 0 and psi[0] == psi[1]
    bias, variance = (math.nan, math.nan) if pole else bias_variance(sigma, *psi, lbar * sigma.nonlinear**2)
    columns = {"bias": bias, "variance": variance, "bias_limit": limit[0], "variance_limit": limit[1]}
    return {"grows": grows, "curve": curve, "size": size, **columns}


def wide_simulation(setting: Setting) -> pd.DataFrame:
    """B and V at the simulated sizes in the limit, and V at this d (``finite_variance``)."""
    sigma, psi2, d = _sigma(setting), setting["psi2"], setting["d"]
    curves = [("width", float(lbar), float(size)) for lbar in setting.grid["lbar"] for size in setting.grid["width"]]
    curves += [("samples", float(psi1), float(size)) for psi1 in setting.grid["psi1"] for size in setting.grid["samples"]]
    rows = []
    for grows, curve, size in curves:
        own_psi1, own_psi2 = (size, psi2) if grows == "width" else (curve, size)
        lbar = curve if grows == "width" else 0.0
        ridge = own_psi1 * max(lbar * sigma.nonlinear**2, _NEARLY_RIDGELESS)
        traces = part_traces(sigma, d, own_psi2 * d, own_psi1 * d, ridge)
        rows.append({**_against_limit(sigma, grows, curve, size, psi2), "finite_variance": traces.risk(0, 0, 0, noise=1)})
    return pd.DataFrame(rows)


def phase_diagram(setting: Setting) -> pd.DataFrame:
    """The best penalty of infinitely wide features against the signal-to-noise ratio rho; ridgeless is best above zeta^2."""
    sigma = _sigma(setting)
    threshold = snr_threshold(sigma)
    rows = []
    for multiple in _around(1.0, map(float, setting.grid["rho_over_threshold"])):
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
