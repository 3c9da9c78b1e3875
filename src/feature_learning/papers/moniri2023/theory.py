"""Predictions: one function per experiment, columns named as in its runs."""

import math
from typing import Any

import numpy as np
import pandas as pd

from feature_learning.core.errors import UserError
from feature_learning.core.setting import Setting
from feature_learning.data.links import Link
from feature_learning.networks.activations import SHIFTED_RELU
from feature_learning.networks.named import activation
from feature_learning.papers.moniri2023.shared.barrier import least, plain_curves
from feature_learning.papers.moniri2023.shared.finite import OneStep
from feature_learning.papers.moniri2023.shared.limits import level_gains, limit_gains
from feature_learning.papers.moniri2023.shared.model import (
    alignment,
    at_size,
    gradient_scale,
    shape,
    step_size,
    task_link,
)
from feature_learning.papers.moniri2023.shared.networks import NETWORKS, Network
from feature_learning.papers.moniri2023.shared.outliers import leading
from feature_learning.papers.moniri2023.shared.spikes import (
    Features,
    Gain,
    Spikes,
    require_centred,
    spikes_norm,
)
from feature_learning.theory.marchenko_pastur import edges, singular_value_density
from feature_learning.theory.random_features import Errors

_DENSITY_POINTS = 300
_CUBIC = (1, 2, 3)  # the degrees of spikes: the student of the third spike has no others
_FAR = 1e14  # a sample size at which the steps of the staircase are sharp


def _at_sizes(setting: Setting) -> Features:
    sizes = shape(setting)
    return Features.of(activation(setting["activation"]), sizes.phi, sizes.psi)


def _degrees(link: Link) -> tuple[int, ...]:
    """Return the degrees that matter below alpha = 0.4: 1 to 3; without an H_2 part the second
    spike carries no signal.

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
    """Return untrained errors and gain of a network, one of those that `_known` names."""
    features, link = _at_sizes(setting), task_link(setting)
    sizes, ridge = shape(setting), setting["ridge"]
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
        objective, test = own_objective, own_test = limit_gains(features, link, degree, ridge)
        if features.activation is SHIFTED_RELU:
            own_objective, own_test = level_gains(features, link, NETWORKS[name], degree, ridge)
        levels[f"objective_gain_l{degree}"], levels[f"test_gain_l{degree}"] = objective, test
        levels[f"own_objective_gain_l{degree}"] = own_objective
        levels[f"own_test_gain_l{degree}"] = own_test
    rows = []
    for alpha in setting.floats("alpha"):
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
    """Gains of each network against alpha at the setting's sizes, and the levels of l = 1 and 2.

    With an activation other than the shifted ReLU there are rows of the network ``rank-one`` only.
    """
    names = dict.fromkeys(_known(setting, name) for name in setting.names("network"))
    return pd.DataFrame(
        [{"network": name, **row} for name in names for row in _gain_rows(setting, name)]
    )


def models(setting: Setting) -> pd.DataFrame:
    """Gains of the exact gradient and of its rank-one part, with which spiked models agree."""
    networks = {
        model: "simplified" if model == "simplified" else "rank-one"
        for model in setting.names("model")
    }
    rows = {name: _gain_rows(setting, name) for name in {*networks.values()}}
    return pd.DataFrame(
        [
            {"model": model, **row}
            for model, name in networks.items()
            if _known(setting, name) == name
            for row in rows[name]
        ]
    )


def reuse(setting: Setting) -> pd.DataFrame:
    """The prediction for a fresh batch, which is the only one that the theory covers; the same in
    the rows of both.

    Raises
    ------
    UserError
        The activation is not the shifted ReLU.
    """
    if _known(setting, "simplified") != "simplified":
        raise UserError(
            f"{setting['activation']}: the gain of the exact gradient is predicted for "
            "shifted-relu only"
        )
    rows, batches = _gain_rows(setting, "simplified"), setting.names("batch")
    return pd.DataFrame([{"batch": batch, **row} for batch in batches for row in rows])


def spectra(setting: Setting) -> pd.DataFrame:
    """Outliers and alignments of each network against alpha; the bulks, the same in every row."""
    link, features, sizes = task_link(setting), _at_sizes(setting), shape(setting)
    ratio = sizes.width / sizes.d
    feature_at = np.linspace(1e-3, features.bulk_edge, _DENSITY_POINTS)
    weight_at = np.linspace(*edges(ratio), _DENSITY_POINTS)
    bulks: dict[str, Any] = {
        "bulk_edge": features.bulk_edge,
        "weight_edge": edges(ratio)[1],
        # From eigenvalues to singular values the density gains a factor 2x. It is counted per n,
        # without the atom at zero.
        "feature_density_at": feature_at,
        "feature_density": 2 * feature_at * features.eigenvalue_density(feature_at**2),
        "weight_density_at": weight_at,
        "weight_density": singular_value_density(weight_at, ratio),
    }
    rows = []
    for point in setting.points("network", "alpha"):
        network, eta = NETWORKS[str(point["network"])], step_size(sizes.n, float(point["alpha"]))
        outliers = leading(OneStep(features, link, network, sizes.d, eta), ratio)
        rows.append({**point, **outliers, **bulks})
    return pd.DataFrame(rows)


def remainder(setting: Setting) -> pd.DataFrame:
    """The norm of the spikes left out that the theorem keeps, over sqrt n; NaN where the rest is to
    vanish.

    With the interaction kept, the spikes point along ``X beta_r``, and those of beta miss
    ``eta c_1^2 |beta - beta_r|``. The squared norms of beta and ``beta - beta_r`` add to that of
    beta_r.
    """
    link, rows = task_link(setting), []
    for point in setting.points("n", "network", "alpha", "degree"):
        sized = at_size(setting, int(point["n"]))
        features, sizes = _at_sizes(sized), shape(sized)
        network, alpha = NETWORKS[str(point["network"])], float(point["alpha"])
        degree, eta = int(point["degree"]), step_size(sizes.n, alpha)
        plain, kept = gradient_scale(link, features.phi), _kept_level(features, link)
        scale = plain * math.hypot(1, kept) if network.interaction else plain
        missing = range(degree + 1, spikes_kept(alpha) + 1)
        left = spikes_norm(features, scale, sizes.width, eta, missing)
        norms = {"beta": left}
        if network.interaction:
            turned = eta * features.linear**2 * plain * kept
            norms = {"residual": left, "beta": turned if degree else left}
        rows += [{**point, "direction": name, "remainder": norm} for name, norm in norms.items()]
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
    """Gains and learned fractions with three spikes against alpha, and the levels of l = 1 to 3."""
    link, features = task_link(setting), _at_sizes(setting)
    sizes, ridge = shape(setting), setting["ridge"]
    levels = {f"test_gain_l{k}": limit_gains(features, link, k, ridge)[1] for k in (1, 2, 3)}
    rows = []
    for alpha in setting.floats("alpha"):
        spikes = Spikes(features, link, sizes.width, step_size(sizes.n, alpha), _CUBIC)
        gain = spikes.gain(ridge)
        learned = {f"learned_h{degree}": spikes.learned(ridge, degree) for degree in (2, 3)}
        gains = {"objective_gain": gain.objective, "test_gain": gain.test}
        rows.append({"alpha": alpha, **gains, **learned, **levels})
    return pd.DataFrame(rows)


def gradient_rank(setting: Setting) -> pd.DataFrame:
    """The limit of the distance from the slide's rank-one formula, with the interaction kept."""
    features = Features.of(activation(setting["activation"]), setting["phi"], setting["psi"])
    return pd.DataFrame({"n": setting.ints("n"), "kept": _kept_level(features, task_link(setting))})


def _kept_level(features: Features, link: Link) -> float:
    """Return ``sqrt((c_1^2 + phi E sigma^2)/b^2)``: the untrained output's part of the gradient
    over the labels'.
    """
    require_centred(link)
    square, scale = features.linear**2, gradient_scale(link, features.phi)
    return math.sqrt(square + features.phi * (square + features.nonlinear**2)) / scale


def beta_alignment(setting: Setting) -> pd.DataFrame:
    """``rho = cs_1/sqrt(cs_1^2 + phi (E f^2 + noise))`` and the squared norm, against n/d."""
    rows = []
    for point in setting.points("problem", "n_over_d"):
        link, phi = task_link(point), 1 / point["n_over_d"]
        square_norm = gradient_scale(link, phi) ** 2
        rows.append({**point, "cosine": alignment(link, phi), "square_norm": square_norm})
    return pd.DataFrame(rows)


def staircase(setting: Setting) -> pd.DataFrame:
    """The test gain of rank-one weights against alpha at sample sizes that no simulation reaches.

    At the largest size also that of the exact gradient, whose noise lowers the second step.
    """
    link, n, ridge = task_link(setting), setting["n"], setting["ridge"]
    phi, psi, simplified = setting["phi"], setting["psi"], NETWORKS["simplified"]
    features = Features.of(activation(setting["activation"]), phi, psi)
    limits = {f"test_gain_l{k}": limit_gains(features, link, k, ridge)[1] for k in (1, 2)}
    limits["exact_test_gain_l2"] = level_gains(features, link, simplified, 2, ridge)[1]
    rows = []
    for alpha in setting.floats("alpha"):
        eta, exact = step_size(n, alpha), math.nan
        spikes = Spikes(features, link, n * phi / psi, eta, _degrees(link))
        if n == _FAR:
            exact = OneStep(features, link, simplified, phi * n, eta).gain(ridge).test
        gain = spikes.gain(ridge).test
        rows.append({"alpha": alpha, "test_gain": gain, "exact_test_gain": exact, **limits})
    return pd.DataFrame(rows)


def barrier(setting: Setting) -> pd.DataFrame:
    """Test errors against the ridge, and at the best ridge: inputs, the theorem's levels, and each
    network at finite alpha.
    """
    link, features, sizes = task_link(setting), _at_sizes(setting), shape(setting)
    curves = plain_curves(features, link)
    for name in setting.names("network"):
        for alpha in (-math.inf, *setting.floats("alpha")):
            step = OneStep(features, link, NETWORKS[name], sizes.d, step_size(sizes.n, alpha))
            curves[name, alpha] = step.test_error
    rows = []
    for (predictor, alpha), curve in curves.items():
        point = {"predictor": predictor, "alpha": alpha}
        levels = {"best_test": least(curve), "barrier": link.unlearnable_variance}
        rows += [
            {**point, "ridge": ridge, "test": curve(ridge), **levels}
            for ridge in setting.floats("ridge")
        ]
    return pd.DataFrame(rows)
