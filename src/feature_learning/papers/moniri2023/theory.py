"""Predictions for every experiment of this paper: one function per experiment, columns named as in its runs."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pandas as pd
from scipy.optimize import minimize_scalar

from feature_learning.core.setting import Setting
from feature_learning.data.links import Link
from feature_learning.networks.named import activation
from feature_learning.papers.moniri2023.model import alignment, gradient_scale, step_size, task_link
from feature_learning.papers.moniri2023.spikes import Features, Spikes, limit_gains, require_centred
from feature_learning.theory.double_descent import ridge_bias_variance
from feature_learning.theory.marchenko_pastur import edges, singular_value_density
from feature_learning.theory.outliers import spiked_rectangular

_DENSITY_POINTS = 300


def _at_sizes(setting: Setting) -> Features:
    return Features.of(activation(setting["activation"]), setting["d"] / setting["n"], setting["d"] / setting["width"])


def _degrees(link: Link) -> tuple[int, ...]:
    """Return the degrees that matter below alpha = 0.4: 1 to 3; without an H_2 part the second spike carries no signal.

    Spike k leaves the bulk at ``alpha = (k-1)/(2k)``. A ReLU has none of degree 3.
    """
    return (1, 2, 3) if link.monic_coefficients(2)[2] else (1, 3)


def one_step(setting: Setting) -> pd.DataFrame:
    """Gains against alpha at the setting's n, and the theorem's limits for l = 1 and l = 2."""
    link, features, ridge = task_link(setting), _at_sizes(setting), setting["ridge"]
    base = features.errors(ridge, link.linear**2, link.unlearnable_variance)
    limits: dict[str, float] = {}
    for degree in (1, 2):
        objective, test = limit_gains(features, link, degree, ridge)
        limits |= {f"objective_gain_l{degree}": objective, f"test_gain_l{degree}": test}
    rows = []
    for alpha in map(float, setting.grid["alpha"]):
        gain = Spikes(features, link, setting["width"], step_size(setting["n"], alpha), _degrees(link)).gain(ridge)
        rows.append(
            {
                "alpha": alpha,
                "objective_gain": gain.objective,
                "train_gain": gain.train,
                "test_gain": gain.test,
                "objective": base.objective - gain.objective,
                "train": base.train - gain.train,
                "test": base.test - gain.test,
                "learned_h2": gain.learned_h2,
                "untrained_objective": base.objective,
                "untrained_train": base.train,
                "untrained_test": base.test,
                **limits,
            }
        )
    return pd.DataFrame(rows)


def spectra(setting: Setting) -> pd.DataFrame:
    """Outliers and alignments against alpha; the bulk densities and edges, the same in every row."""
    link, features = task_link(setting), _at_sizes(setting)
    ratio = setting["width"] / setting["d"]
    rho = alignment(link, features.phi)
    feature_at = np.linspace(1e-3, features.bulk_edge, _DENSITY_POINTS)
    weight_at = np.linspace(*edges(ratio), _DENSITY_POINTS)
    shared: dict[str, Any] = {
        "bulk_edge": features.bulk_edge,
        "weight_edge": edges(ratio)[1],
        # From eigenvalues to singular values the density gains a factor 2x. It is counted per n, without the atom at zero.
        "feature_density_at": feature_at,
        "feature_density": 2 * feature_at * features.eigenvalue_density(feature_at**2),
        "weight_density_at": weight_at,
        "weight_density": singular_value_density(weight_at, ratio),
    }
    rows = []
    for alpha in map(float, setting.grid["alpha"]):
        eta = step_size(setting["n"], alpha)
        outliers = Spikes(features, link, setting["width"], eta, (1, 2)).outliers()
        first, second = (outliers[k] if k < len(outliers) else None for k in (0, 1))
        weight = spiked_rectangular(eta * features.linear * gradient_scale(link, features.phi), ratio)
        rows.append(
            {
                "alpha": alpha,
                "outliers": len(outliers),
                "feature_1": first.value if first else features.bulk_edge,
                "feature_2": second.value if second else features.bulk_edge,
                "u_alignment": first.alignments[0] if first else 0.0,
                "kept_cosine": 1 / (1 + _kept_level(features, link) ** 2),
                "u2_alignment": second.alignments[1] if second else 0.0,
                "weight_1": weight.value,
                "beta_alignment": weight.inputs,
                "teacher_alignment": weight.inputs * rho**2,
                **shared,
            }
        )
    return pd.DataFrame(rows)


def gradient_rank(setting: Setting) -> pd.DataFrame:
    """The limit of the distance from the slide's rank-one formula, with the interaction kept."""
    features = Features.of(activation(setting["activation"]), setting["phi"], setting["psi"])
    level = _kept_level(features, task_link(setting))
    return pd.DataFrame({"n": list(setting.grid["n"]), "kept": level})


def _kept_level(features: Features, link: Link) -> float:
    """``sqrt((c_1^2 + phi E sigma^2)/b^2)``: the untrained output's part of the gradient over the labels'."""
    require_centred(link)
    linear_square, phi = features.linear**2, features.phi
    return math.sqrt(linear_square + phi * (linear_square + features.nonlinear**2)) / gradient_scale(link, phi)


def beta_alignment(setting: Setting) -> pd.DataFrame:
    """``rho = cs_1/sqrt(cs_1^2 + phi (E f^2 + noise))`` and the squared norm, against n/d."""
    rows = []
    for point in setting.points("task", "n_over_d"):
        link, phi = task_link(setting, int(point["task"])), 1 / float(point["n_over_d"])
        rows.append({**point, "cosine": alignment(link, phi), "square_norm": gradient_scale(link, phi) ** 2})
    return pd.DataFrame(rows)


def staircase(setting: Setting) -> pd.DataFrame:
    """The test gain against alpha at sample sizes that no simulation reaches."""
    link, n = task_link(setting), setting["n"]
    features = Features.of(activation(setting["activation"]), setting["phi"], setting["psi"])
    limits = {f"test_gain_l{degree}": limit_gains(features, link, degree, setting["ridge"])[1] for degree in (1, 2)}
    width = n * setting["phi"] / setting["psi"]
    gains = [
        Spikes(features, link, width, step_size(n, float(alpha)), _degrees(link)).gain(setting["ridge"]).test
        for alpha in setting.grid["alpha"]
    ]
    return pd.DataFrame({"alpha": list(setting.grid["alpha"]), "test_gain": gains, **limits})


def barrier(setting: Setting) -> pd.DataFrame:
    """Test errors against the ridge, and at the best ridge: inputs, untrained, l = 1, l = 2, and at finite alpha."""
    link, features = task_link(setting), _at_sizes(setting)
    signal, rest = link.linear**2, link.unlearnable_variance
    phi, n = features.phi, setting["n"]

    def inputs(ridge: float) -> float:
        bias, variance = ridge_bias_variance(phi, ridge)
        return signal * bias + rest * (1 + variance)

    def untrained(ridge: float) -> float:
        return features.errors(ridge, signal, rest).test

    def limit(degree: int) -> Callable[[float], float]:
        return lambda ridge: untrained(ridge) - limit_gains(features, link, degree, ridge)[1]

    def trained(alpha: float) -> Callable[[float], float]:
        spikes = Spikes(features, link, setting["width"], step_size(n, alpha), _degrees(link))
        return lambda ridge: untrained(ridge) - spikes.gain(ridge).test

    curves: dict[tuple[str, float], Callable[[float], float]] = {
        ("inputs", -math.inf): inputs,
        ("features", -math.inf): untrained,
        **{(f"l = {degree}", math.inf): limit(degree) for degree in (1, 2)},
        **{("features", alpha): trained(alpha) for alpha in _floats(setting.grid["alpha"])},
    }
    rows = []
    for (predictor, alpha), curve in curves.items():
        best = _least(curve)
        rows += [
            {"predictor": predictor, "alpha": alpha, "ridge": ridge, "test": curve(ridge), "best_test": best, "barrier": rest}
            for ridge in _floats(setting.grid["ridge"])
        ]
    return pd.DataFrame(rows)


def _least(curve: Callable[[float], float]) -> float:
    return float(minimize_scalar(lambda log_ridge: curve(math.exp(log_ridge)), bounds=(-9, 4), method="bounded").fun)


def _floats(values: Iterable[Any]) -> list[float]:
    return [float(value) for value in values]
