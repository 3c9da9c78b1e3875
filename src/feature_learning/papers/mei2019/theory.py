"""Predictions: one function per experiment, columns named as in its runs."""

import math
from collections.abc import Callable, Iterable

import pandas as pd
from scipy.optimize import minimize_scalar

from feature_learning.core.coverage import covers
from feature_learning.core.errors import NotCoveredError
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

# Without a penalty, the training error and the risk at a finite dimension are computed at this one,
# because their equations need a ridge. Both have limits except at N = n.
_NEARLY_RIDGELESS = 1e-7
_ROUNDING = 1e-7
_LARGEST = (1e3, 1e6, 1e12)  # lbar, up to which the best one is sought; a little signal needs more
_CLOSER = (0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4)  # powers of ten, of the relative distance from a pole


def _risk(
    sigma: Activation, psi1: float, psi2: float, lam: float, rest: float, signal: float = 1.0
) -> float:
    """Return ``F_1^2 B + rest V``; it is infinite at the interpolation threshold without ridge."""
    if lam == 0 and psi1 == psi2:
        return math.inf
    bias, variance = bias_variance(sigma, psi1, psi2, lam)
    return signal * bias + rest * variance


def _sigma(setting: Setting) -> Activation:
    """Return the setting's activation.

    Raises
    ------
    NotCoveredError
        It lacks the linear or the non-linear part, without which a random feature has no Gaussian
        equivalent of full rank.
    """
    sigma = activation(setting["activation"])
    if min(abs(float(sigma.hermite[1])), sigma.nonlinear) < _ROUNDING:
        parts = f"c_1 = {float(sigma.hermite[1]):.3g} and the rest {sigma.nonlinear:.3g}"
        raise NotCoveredError(
            "this theory needs an activation with a linear and a non-linear part, and "
            f"{sigma.name} has {parts}"
        )
    return sigma


def _parts(link: Link) -> tuple[float, float]:
    """Return ``F_1^2`` and ``F_*^2``, the powers of the linear part and of the remaining part of a
    link without a mean.
    """
    return link.linear**2, link.beyond(1)


def _regression(setting: Setting) -> None:
    """Refuse what the risk of a target does not cover.

    Raises
    ------
    NotCoveredError
        As `_sigma`, or a target has a mean. Features with a mean learn it immediately, and others
        never; the theory has no place for it.
    """
    _sigma(setting)
    for name in setting.names("target") if "target" in setting.grid else [setting["link"]]:
        mean = float(target(name).coefficients(0)[0])
        if abs(mean) > _ROUNDING:
            raise NotCoveredError(
                f"this theory needs a target without a mean, and {name} has the coefficient "
                f"{mean:.4g} of degree 0"
            )


def _around(pole: float, grid: Iterable[float]) -> list[float]:
    """Return a grid with points that close in on a pole from both sides."""
    near = (pole * (1 + sign * 10**-power) for power in _CLOSER for sign in (-1, 1))
    return sorted({*grid, *near})


@covers(_regression, activation="relu")
def double_descent(setting: Setting) -> pd.DataFrame:
    """Risk, training error and learned fraction against N/n; ``finite`` is the risk of features at
    this d.
    """
    rows, psi2, sigma = [], setting["psi2"], _sigma(setting)
    links = {name: target(name) for name in setting.names("target")}
    ratios = setting.floats("ratio")
    for lam in setting.floats("lam"):
        for ratio in ratios if lam else _around(1.0, ratios):
            psi1 = ratio * psi2
            ridge = psi1 * (lam or _NEARLY_RIDGELESS)
            finite = {
                d: part_traces(sigma, d, psi2 * d, psi1 * d, ridge) for d in setting.ints("d")
            }
            for name, link in links.items():
                signal, rest = _parts(link)
                limit = {"test": _risk(sigma, psi1, psi2, lam, rest, signal) + rest, "train": 0.0}
                if lam or psi1 < psi2:
                    errors = proportional(sigma, psi1, psi2).errors(ridge, signal, rest)
                    limit["train"] = errors.train
                point = {"target": name, "lam": lam, "ratio": ratio}
                rows += [
                    {**point, "d": d, **limit, **_finite(traces, link)}
                    for d, traces in finite.items()
                ]
    return pd.DataFrame(rows)


def _finite(traces: PartTraces, link: Link) -> dict[str, float]:
    """Return the risk at a finite dimension, and the learned fraction of a target."""
    _, linear, quadratic = (link.coefficients(2) ** 2).tolist()
    beyond = max(link.beyond(1) - quadratic, 0.0)
    learned = linear * traces.linear_learned + quadratic * traces.quadratic_learned
    return {
        "finite": traces.risk(linear, quadratic, beyond, link.noise_variance),
        "learned": learned / (linear + quadratic + beyond),
    }


@covers(_regression, activation="relu")
def noise(setting: Setting) -> pd.DataFrame:
    """Risk ``F_1^2 B + (tau^2 + F_*^2) V + F_*^2`` against N/n for each target, and that at this
    d.
    """
    rows, sigma = [], _sigma(setting)
    psi2, d, lam = setting["psi2"], setting["d"], setting["lam"]
    for point in setting.points("target", "ratio"):
        link, psi1 = target(str(point["target"])), float(point["ratio"]) * psi2
        signal, rest = _parts(link)
        risk = _risk(sigma, psi1, psi2, lam, link.noise_variance + rest, signal) + rest
        traces = part_traces(sigma, d, psi2 * d, psi1 * d, psi1 * (lam or _NEARLY_RIDGELESS))
        rows.append({**point, "risk": risk, "finite": _finite(traces, link)["finite"]})
    return pd.DataFrame(rows)


def _best(risk: Callable[[float], float]) -> tuple[float, float]:
    """Return the best lbar and its risk; lbar is 0 if no positive penalty beats the ridgeless
    limit.
    """
    for largest in _LARGEST:
        best = minimize_scalar(
            lambda log_lbar: risk(math.exp(log_lbar)),
            bounds=(math.log(1e-6), math.log(largest)),
            method="bounded",
        )
        if best.x < math.log(largest) - 1:
            break
    ridgeless = risk(0.0)
    # A minimum at the left end means that no ridge is best.
    if ridgeless <= best.fun or best.x < math.log(1e-5):
        return 0.0, ridgeless
    return math.exp(best.x), float(best.fun)


@covers(_sigma, activation="relu")
def lambda_curves(setting: Setting) -> pd.DataFrame:
    """Risk against N/n for fixed penalties and at the best penalty; signal 1, ``tau^2 = 1/rho``."""
    rows, psi2, rest, sigma = [], setting["psi2"], 1 / setting["rho"], _sigma(setting)
    for ratio in _around(1.0, setting.floats("ratio")):

        def risk(lbar: float, psi1: float = ratio * psi2) -> float:
            return _risk(sigma, psi1, psi2, lbar * sigma.nonlinear**2, rest)

        best_lbar, best = _best(risk)
        columns = {"ratio": ratio, "best_risk": best, "best_lbar": best_lbar}
        rows += [{**columns, "lbar": lbar, "risk": risk(lbar)} for lbar in setting.floats("lbar")]
    return pd.DataFrame(rows)


@covers(_sigma, activation="relu")
def heat_map(setting: Setting) -> pd.DataFrame:
    """The ridgeless risk of a linear target without noise over N/d and n/d, and its cuts at each of
    the declared n/d, whose points close in on the pole.
    """
    sigma, widths = _sigma(setting), setting.floats("psi1")
    grid = [(psi1, psi2, False) for psi2 in setting.floats("size") for psi1 in widths]
    cuts = [(psi1, psi2, True) for psi2 in setting.floats("psi2") for psi1 in _around(psi2, widths)]
    return pd.DataFrame(
        [
            {"psi1": psi1, "psi2": psi2, "cut": cut, "risk": _risk(sigma, psi1, psi2, 0.0, 0.0)}
            for psi1, psi2, cut in (*grid, *cuts)
        ]
    )


@covers(_regression, activation="relu")
def sample_wise(setting: Setting) -> pd.DataFrame:
    """Risk against n/d at a fixed width, for fixed penalties and at the best one."""
    rows, psi1, sigma = [], setting["psi1"], _sigma(setting)
    signal, unseen = _parts(target(setting["link"]))
    rest = 1 / setting["rho"] + unseen
    for psi2 in _around(psi1, setting.floats("psi2")):

        def risk(lam: float, psi2: float = psi2) -> float:
            return _risk(sigma, psi1, psi2, lam, rest, signal) + unseen

        columns = {"psi2": psi2, "best_risk": _best(risk)[1]}
        rows += [{**columns, "lam": lam, "risk": risk(lam)} for lam in setting.floats("lam")]
    return pd.DataFrame(rows)


@covers(_sigma, activation="relu")
def wide_limit(setting: Setting) -> pd.DataFrame:
    """B and V against ``size`` as N/d (at n/d = psi2) and as n/d (ridgeless, at several N/d), with
    their limits.
    """
    sigma, psi2, sizes = _sigma(setting), setting["psi2"], setting.floats("size")
    rows = [
        _against_limit(sigma, "width", lbar, size, psi2)
        for lbar in setting.floats("lbar")
        for size in (sizes if lbar else _around(psi2, sizes))
    ]
    rows += [
        _against_limit(sigma, "samples", psi1, size, psi2)
        for psi1 in setting.floats("psi1")
        for size in _around(psi1, sizes)
    ]
    return pd.DataFrame(rows)


def _against_limit(
    sigma: Activation, grows: str, curve: float, size: float, psi2: float
) -> dict[str, object]:
    """Return B and V of a curve (lbar where the width grows, N/d where the sample does) at a
    size.
    """
    if grows == "width":
        limit, psi, lbar = wide_bias_variance(sigma, psi2, curve), (size, psi2), curve
    else:
        limit, psi, lbar = (large_sample_bias(sigma, curve), 0.0), (curve, size), 0.0
    parts = (math.nan, math.nan)  # at a pole
    if lbar or psi[0] != psi[1]:
        parts = bias_variance(sigma, *psi, lbar * sigma.nonlinear**2)
    columns = dict(
        zip(("bias", "variance", "bias_limit", "variance_limit"), parts + limit, strict=True)
    )
    return {"grows": grows, "curve": curve, "size": size, **columns}


@covers(_sigma, activation="relu")
def wide_simulation(setting: Setting) -> pd.DataFrame:
    """B and V at the simulated sizes in the limit, and V at this d (``finite_variance``)."""
    rows, sigma, psi2, d = [], _sigma(setting), setting["psi2"], setting["d"]
    for grows, curve_of, size_of in (("width", "lbar", "width"), ("samples", "psi1", "samples")):
        for point in setting.points(curve_of, size_of):
            curve, size = float(point[curve_of]), float(point[size_of])
            width, n, lbar = (size, psi2, curve) if grows == "width" else (curve, size, 0.0)
            ridge = width * (lbar * sigma.nonlinear**2 or _NEARLY_RIDGELESS)
            traces = part_traces(sigma, d, n * d, width * d, ridge)
            columns = _against_limit(sigma, grows, curve, size, psi2)
            rows.append({**columns, "finite_variance": traces.risk(0, 0, 0, noise=1)})
    return pd.DataFrame(rows)


@covers(_sigma, activation="relu")
def phase_diagram(setting: Setting) -> pd.DataFrame:
    """The best penalty of infinitely wide features against the signal-to-noise ratio rho; ridgeless
    is best above zeta^2.
    """
    rows, sigma = [], _sigma(setting)
    threshold = snr_threshold(sigma)
    for multiple in _around(1.0, setting.floats("rho_over_threshold")):
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
