"""Predictions for every experiment of this paper: one function per experiment, columns named as in its runs."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pandas as pd
from scipy.optimize import minimize_scalar

from feature_learning.core.errors import UserError
from feature_learning.core.setting import Setting
from feature_learning.data.links import Link
from feature_learning.networks.activations import SHIFTED_RELU
from feature_learning.networks.named import activation
from feature_learning.papers.moniri2023.shared.finite import OneStep
from feature_learning.papers.moniri2023.shared.limits import level_gains, limit_gains
from feature_learning.papers.moniri2023.shared.model import alignment, at_size, gradient_scale, shape, step_size, task_link
from feature_learning.papers.moniri2023.shared.networks import NETWORKS, Network
from feature_learning.papers.moniri2023.shared.outliers import even_outlier, linear_outlier, weight_outlier
from feature_learning.papers.moniri2023.shared.spikes import Features, Gain, Spikes, require_centred, spikes_norm
from feature_learning.theory.double_descent import ridge_bias_variance
from feature_learning.theory.marchenko_pastur import edges, singular_value_density
from feature_learning.theory.random_features import Errors

_DENSITY_POINTS = 300
_CUBIC = (1, 2, 3)  # the degrees of spikes: the student of the third spike has no others
_FAR = 1e14  # a sample size at which the steps of the staircase are sharp


def _at_sizes(setting: Setting) -> Features:
    sizes = shape(setting)
    return Features.of(activation(setting["activation"]), sizes.phi, sizes.psi)


def _degrees(link: Link) -> tuple[int, ...]:
    """Return the degrees that matter below alpha = 0.4: 1 to 3; without an H_2 part the second spike carries no signal.

    Spike k leaves the bulk at ``alpha = (k-1)/(2k)``. A ReLU has none of degree 3.
    """
    return (1, 2, 3) if link.monic_coefficients(2)[2] else (1, 3)


def _known(setting: Setting, name: str) -> str:
    """Return the network whose gain the theory predicts where that of a network is wanted.

    Closed forms at finite size are known for the shifted ReLU. For other activations there is the
    expansion in powers of the step for large n, which is that of rank-one weights.
    """
    return name if activation(setting["activation"]) is SHIFTED_RELU else "rank-one"


def _gain(setting: Setting, network: Network, eta: float) -> tuple[Errors, Gain]:
    """Return the untrained errors and the gain of one network, which is one of those that `_known` names."""
    features, link, sizes, ridge = _at_sizes(setting), task_link(setting), shape(setting), setting["ridge"]
    if features.activation is SHIFTED_RELU:
        step = OneStep(features, link, network, sizes.d, eta)
        return step.untrained(ridge), step.gain(ridge)
    untrained = features.errors(ridge, link.linear**2, link.unlearnable_variance)
    return untrained, Spikes(features, link, sizes.width, eta, _degrees(link)).gain(ridge)


def _gain_rows(setting: Setting, name: str) -> list[dict[str, Any]]:
    """Return gains and errors of one network against alpha, the theorem's limits, and its own."""
    features, link, ridge = _at_sizes(setting), task_link(setting), setting["ridge"]
    levels: dict[str, float] = {}
    for degree in (1, 2):
        objective, test = limit_gains(features, link, degree, ridge)
        own = objective, test
        if features.activation is SHIFTED_RELU:
            own = level_gains(features, link, NETWORKS[name], degree, ridge)
        levels |= {f"objective_gain_l{degree}": objective, f"test_gain_l{degree}": test}
        levels |= {f"own_objective_gain_l{degree}": own[0], f"own_test_gain_l{degree}": own[1]}
    rows = []
    for alpha in _floats(setting.grid["alpha"]):
        base, gain = _gain(setting, NETWORKS[name], step_size(shape(setting).n, alpha))
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
                **levels,
            }
        )
    return rows


def one_step(setting: Setting) -> pd.DataFrame:
    """Gains against alpha at the setting's sizes for each network, and the levels for l = 1 and l = 2.

    With an activation other than the shifted ReLU there are rows of the network ``rank-one`` only.
    """
    names = dict.fromkeys(_known(setting, str(name)) for name in setting.grid["network"])
    return pd.DataFrame([{"network": name, **row} for name in names for row in _gain_rows(setting, name)])


def models(setting: Setting) -> pd.DataFrame:
    """The same for the exact gradient and its rank-one part; the spiked models are to agree with the latter."""
    exact = {"simplified": "simplified"}
    names = {str(model): exact.get(str(model), "rank-one") for model in setting.grid["model"]}
    names = {model: name for model, name in names.items() if _known(setting, name) == name}
    found = {name: _gain_rows(setting, name) for name in {*names.values()}}
    return pd.DataFrame([{"model": model, **row} for model, name in names.items() for row in found[name]])


def reuse(setting: Setting) -> pd.DataFrame:
    """The prediction for a fresh batch, which is the only one that the theory covers; the same in the rows of both.

    Raises
    ------
    UserError
        The activation is not the shifted ReLU.
    """
    if _known(setting, "simplified") != "simplified":
        raise UserError(f"{setting['activation']}: the gain of the exact gradient is predicted for shifted-relu only")
    rows = _gain_rows(setting, "simplified")
    return pd.DataFrame([{"batch": batch, **row} for batch in setting.grid["batch"] for row in rows])


def spectra(setting: Setting) -> pd.DataFrame:
    """Outliers and alignments of each network against alpha; the bulk densities and edges, the same in every row."""
    link, features, sizes = task_link(setting), _at_sizes(setting), shape(setting)
    ratio = sizes.width / sizes.d
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
    for name in map(str, setting.grid["network"]):
        for alpha in _floats(setting.grid["alpha"]):
            step = OneStep(features, link, NETWORKS[name], sizes.d, step_size(sizes.n, alpha))
            rows.append({"network": name, "alpha": alpha, **_outliers(step, ratio), **shared})
    return pd.DataFrame(rows)


def _outliers(step: OneStep, ratio: float) -> dict[str, float]:
    """Return the leading singular values of features and weights, and what their vectors align with."""
    features, link, c1 = step.features, step.link, step.features.linear
    if not step.eta:
        names = ("u_alignment", "moved_alignment", "moved2_alignment", "beta_alignment", "weight_alignment", "teacher_alignment")
        edge, weight = features.bulk_edge, edges(ratio)[1]
        return {"outliers": 0, "feature_1": edge, "feature_2": edge, "weight_1": weight, **dict.fromkeys(names, 0.0)}
    linear, even = linear_outlier(features, step.eta * c1**2 * step.scale), even_outlier(step)
    weight_1 = weight_outlier(step.eta * c1 * step.scale, ratio)
    beta = (gradient_scale(link, features.phi) / step.scale) ** 2  # the squared cosine of beta and m
    return {
        "outliers": (linear.alignment > 0) + (even.alignment > 0),
        "feature_1": linear.value,
        "feature_2": even.value,
        "u_alignment": linear.alignment * beta,
        "moved_alignment": linear.alignment,
        "moved2_alignment": even.alignment,
        "weight_1": weight_1.value,
        "beta_alignment": weight_1.alignment * beta,
        "weight_alignment": weight_1.alignment,
        "teacher_alignment": weight_1.alignment * step.cosine**2,
    }


def remainder(setting: Setting) -> pd.DataFrame:
    """The norm of the spikes left out that the theorem keeps, over sqrt n; NaN where the rest is to vanish.

    With the interaction kept, the spikes point along ``X beta_r``, and those of beta miss
    ``eta c_1^2 |beta - beta_r|``. The squared norms of beta and ``beta - beta_r`` add to that of beta_r.
    """
    link, rows = task_link(setting), []
    for point in setting.points("n", "network", "alpha", "degree"):
        own = at_size(setting, int(point["n"]))
        features, sizes = _at_sizes(own), shape(own)
        plain, kept = gradient_scale(link, features.phi), _kept_level(features, link)
        network, alpha, degree = NETWORKS[str(point["network"])], float(point["alpha"]), int(point["degree"])
        eta = step_size(sizes.n, alpha)
        scale = plain * math.hypot(1, kept) if network.interaction else plain
        left = spikes_norm(features, scale, sizes.width, eta, range(degree + 1, spikes_kept(alpha) + 1))
        found = {"beta": left}
        if network.interaction:
            found = {"residual": left, "beta": eta * features.linear**2 * plain * kept if degree else left}
        rows += [{**point, "direction": direction, "remainder": norm} for direction, norm in found.items()]
    return pd.DataFrame(rows)


remainder_talk = cubic_remainder = remainder


def spikes_kept(alpha: float) -> int:
    """Return l with ``(l-1)/(2l) < alpha < l/(2l+2)``.

    Examples
    --------
    >>> [spikes_kept(alpha) for alpha in (0.1, 0.2, 0.29, 0.36)]
    [1, 1, 2, 3]
    """
    return next(k for k in range(1, 100) if alpha < k / (2 * k + 2))


def cubic(setting: Setting) -> pd.DataFrame:
    """Gains and learned fractions against alpha with three spikes, and the theorem's levels for l = 1, 2, 3."""
    link, features, sizes, ridge = task_link(setting), _at_sizes(setting), shape(setting), setting["ridge"]
    levels = {f"test_gain_l{degree}": limit_gains(features, link, degree, ridge)[1] for degree in (1, 2, 3)}
    rows = []
    for alpha in _floats(setting.grid["alpha"]):
        spikes = Spikes(features, link, sizes.width, step_size(sizes.n, alpha), _CUBIC)
        gain = spikes.gain(ridge)
        learned = {f"learned_h{degree}": spikes.learned(ridge, degree) for degree in (2, 3)}
        rows.append({"alpha": alpha, "objective_gain": gain.objective, "test_gain": gain.test, **learned, **levels})
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
    """The test gain of rank-one weights against alpha at sample sizes that no simulation reaches.

    At the largest size also that of the exact gradient, whose noise lowers the second step.
    """
    link, n, ridge = task_link(setting), setting["n"], setting["ridge"]
    features = Features.of(activation(setting["activation"]), setting["phi"], setting["psi"])
    limits = {f"test_gain_l{degree}": limit_gains(features, link, degree, ridge)[1] for degree in (1, 2)}
    limits["exact_test_gain_l2"] = level_gains(features, link, NETWORKS["simplified"], 2, ridge)[1]
    width, alphas = n * setting["phi"] / setting["psi"], _floats(setting.grid["alpha"])
    gains = [Spikes(features, link, width, step_size(n, alpha), _degrees(link)).gain(ridge).test for alpha in alphas]
    exact = [math.nan] * len(alphas)
    if n == _FAR:
        d = setting["phi"] * n
        exact = [OneStep(features, link, NETWORKS["simplified"], d, step_size(n, alpha)).gain(ridge).test for alpha in alphas]
    return pd.DataFrame({"alpha": alphas, "test_gain": gains, "exact_test_gain": exact, **limits})


def barrier(setting: Setting) -> pd.DataFrame:
    """Test errors against the ridge, and at the best ridge: inputs, the theorem's levels, and each network at finite alpha.

    ``l = 0`` are untrained features in the proportional limit; the networks' own untrained features
    see a little of the quadratic part.
    """
    link, features, sizes = task_link(setting), _at_sizes(setting), shape(setting)
    signal, rest = link.linear**2, link.unlearnable_variance

    def inputs(phi: float) -> Callable[[float], float]:
        def curve(ridge: float) -> float:
            bias, variance = ridge_bias_variance(phi, ridge)
            return signal * bias + rest * (1 + variance)

        return curve

    def limit(degree: int) -> Callable[[float], float]:
        return lambda ridge: features.errors(ridge, signal, rest).test - limit_gains(features, link, degree, ridge)[1]

    def network(name: str, alpha: float) -> Callable[[float], float]:
        step = OneStep(features, link, NETWORKS[name], sizes.d, step_size(sizes.n, alpha))
        return step.test_error

    curves: dict[tuple[str, float], Callable[[float], float]] = {
        ("inputs", -math.inf): inputs(features.phi),
        ("inputs, 2n", -math.inf): inputs(features.phi / 2),
        **{(f"l = {degree}", math.inf): limit(degree) for degree in (0, 1, 2)},
        **{
            (name, alpha): network(name, alpha)
            for name in map(str, setting.grid["network"])
            for alpha in (-math.inf, *_floats(setting.grid["alpha"]))
        },
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
    found = minimize_scalar(lambda log_ridge: curve(math.exp(log_ridge)), bounds=(-7, 3), method="bounded", options={"xatol": 1e-3})
    return float(found.fun)


def _floats(values: Iterable[Any]) -> list[float]:
    return [float(value) for value in values]
