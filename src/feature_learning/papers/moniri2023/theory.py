"""Predictions: one function per experiment, columns named as in its runs."""

import itertools
import math
from typing import Any

import numpy as np
import pandas as pd

from feature_learning.core.coverage import covers
from feature_learning.core.setting import Setting, Value
from feature_learning.data.links import Link
from feature_learning.networks.named import activation
from feature_learning.papers.moniri2023.shared.barrier import least, plain_curves
from feature_learning.papers.moniri2023.shared.finite import OneStep, require_closed_form
from feature_learning.papers.moniri2023.shared.gain_curves import (
    at_sizes,
    degrees,
    gain_rows,
    known,
    level_rows,
    rise_of,
    written_rows,
)
from feature_learning.papers.moniri2023.shared.limits import level_gains, limit_gains
from feature_learning.papers.moniri2023.shared.model import (
    alignment,
    at_problems,
    at_size,
    gradient_scale,
    shape,
    spikes_kept,
    step_size,
    task_link,
)
from feature_learning.papers.moniri2023.shared.networks import NETWORKS
from feature_learning.papers.moniri2023.shared.onsets import onset_step
from feature_learning.papers.moniri2023.shared.outliers import DENSITY_POINTS, bulk, leading
from feature_learning.papers.moniri2023.shared.spikes import (
    Features,
    Spikes,
    require_centred,
    spikes_norm,
)
from feature_learning.theory.marchenko_pastur import edges, singular_value_density

_CUBIC = (1, 2, 3)  # the degrees of spikes: the student of the third spike has no others
_FAR = 1e14  # a sample size at which the steps of the staircase are sharp
_COVERED: dict[str, Value] = {"activation": "shifted-relu", "link": "monic_0_1_0.7071067811865475"}


def _expansion(setting: Setting) -> None:
    """Refuse an activation with a mean or without a linear part, and a target with a mean."""
    Features.of(activation(setting["activation"]), 1.0, 1.0)
    problems = at_problems(setting) if "problem" in setting.grid else [({}, setting)]
    for _, problem in problems:
        require_centred(task_link(problem))


def _closed_form(setting: Setting) -> None:
    """Refuse all activations but the one whose integrals are known."""
    _expansion(setting)
    require_closed_form(activation(setting["activation"]))


@covers(_expansion, **_COVERED)
def one_step(setting: Setting) -> pd.DataFrame:
    """Gains of each network against alpha at the setting's sizes, and the levels of each range.

    On the batch of the step they are those of the talk's network up to alpha = 1/4. With an
    activation other than the shifted ReLU there are rows of the network ``rank-one`` only.
    """
    names = dict.fromkeys(known(setting, name) for name in setting.names("network"))
    rows = []
    for batch in setting.names("batch"):
        for name in names:
            if batch == "fresh":
                found = gain_rows(setting, name)
            else:
                found = written_rows(setting) if name == "slides" else []
            rows += [{"network": name, "batch": batch, **row} for row in found]
    return pd.DataFrame(rows)


@covers(_expansion, **_COVERED)
def models(setting: Setting) -> pd.DataFrame:
    """Gains of the exact gradient and of its rank-one part, with which spiked models agree."""
    networks = {
        model: "simplified" if model == "simplified" else "rank-one"
        for model in setting.names("model")
    }
    rows = {name: gain_rows(setting, name) for name in {*networks.values()}}
    return pd.DataFrame(
        [
            {"model": model, **row}
            for model, name in networks.items()
            if known(setting, name) == name
            for row in rows[name]
        ]
    )


@covers(_expansion, **_COVERED)
def universality(setting: Setting) -> pd.DataFrame:
    """Each model's gains at an infinite step in the range of alpha, for a fresh batch."""
    return pd.DataFrame(
        [
            {**problem, **row}
            for problem, own in at_problems(setting)
            for model in setting.names("model")
            for row in level_rows(own, model)
        ]
    )


@covers(_expansion, **_COVERED)
def talk_by_size(setting: Setting) -> pd.DataFrame:
    """Gains of the talk's network on both batches, of others on a fresh one, by n and alpha."""
    rows = []
    for (problem, own), n in itertools.product(at_problems(setting), setting.ints("n")):
        sized = at_size(own, n)
        for name in setting.names("network"):
            found = {"fresh": gain_rows(sized, name)}
            if name == "slides":
                found["same"] = written_rows(sized)
            for batch, predicted in found.items():
                point = {**problem, "network": name, "n": n, "batch": batch}
                rows += [{**point, **row} for row in predicted]
    return pd.DataFrame(rows)


@covers(_expansion, **_COVERED)
def onset(setting: Setting) -> pd.DataFrame:
    """The fraction of H_2 that the talk's network learns on a fresh batch, by n and step size, and
    the step at which learning begins, see `onset_step`; NaN on the batch of the step.
    """
    rows, etas = [], setting.floats("eta")
    for n in setting.ints("n"):
        rise = rise_of(at_size(setting, n))
        start = onset_step(rise)
        for batch in setting.names("batch"):
            known_here = batch == "fresh"
            rows += [
                {
                    "n": n,
                    "batch": batch,
                    "eta": eta,
                    "rise": rise(eta) if known_here else math.nan,
                    "onset": start if known_here else math.nan,
                }
                for eta in etas
            ]
    return pd.DataFrame(rows)


@covers(_closed_form, **_COVERED)
def spectra(setting: Setting) -> pd.DataFrame:
    """Outliers and alignments of each network against alpha; the bulks, the same in every row."""
    link, features, sizes = task_link(setting), at_sizes(setting), shape(setting)
    ratio = sizes.width / sizes.d
    weight_at = np.linspace(*edges(ratio), DENSITY_POINTS)
    bulks: dict[str, Any] = {
        **bulk(features),
        "weight_edge": edges(ratio)[1],
        "weight_density_at": weight_at,
        "weight_density": singular_value_density(weight_at, ratio),
    }
    rows = []
    for point in setting.points("network", "alpha"):
        network, eta = NETWORKS[str(point["network"])], step_size(sizes.n, float(point["alpha"]))
        outliers = leading(OneStep(features, link, network, sizes.d, eta), ratio)
        rows.append({**point, **outliers, **bulks})
    return pd.DataFrame(rows)


@covers(_expansion, **_COVERED)
def singular_vectors(setting: Setting) -> pd.DataFrame:
    """The limiting bulk, the same in every row."""
    found = bulk(at_sizes(setting))
    return pd.DataFrame([{**point, **found} for point in setting.points("network", "alpha")])


@covers(_expansion, **_COVERED)
def remainder(setting: Setting) -> pd.DataFrame:
    """The norm of the spikes left out that the theorem keeps, over sqrt n; NaN where the remainder
    is to vanish.
    """
    link, rows = task_link(setting), []
    for point in setting.points("n", "network", "alpha", "degree"):
        sized = at_size(setting, int(point["n"]))
        features, sizes = at_sizes(sized), shape(sized)
        alpha, degree = float(point["alpha"]), int(point["degree"])
        eta = step_size(sizes.n, alpha)
        missing = range(degree + 1, spikes_kept(alpha) + 1)
        left = spikes_norm(features, gradient_scale(link, features.phi), sizes.width, eta, missing)
        rows.append({**point, "remainder": left})
    return pd.DataFrame(rows)


cubic_remainder = remainder
three_spikes = singular_vectors


@covers(_closed_form, **_COVERED)
def remainder_talk(setting: Setting) -> pd.DataFrame:
    """The leading term in the remainder of the talk's features, over sqrt n, by n, batch and alpha.

    Notes
    -----
    Derived here. The talk's beta misses ``eta c_1^2 X (beta - beta_r) a^T``, the direction of the
    untrained output, of norm ``eta c_1^2 sqrt(c_1^2 + phi E sigma^2)``. On the batch of the step
    the sample's own term joins it, see `SameBatch`. The gradient's noise raises the mean of neuron
    i by ``c_2 eta^2 s2 a_i^2``: a component of norm ``sqrt 3 c_2 eta^2 s2/sqrt N``.
    """
    link, rows = task_link(setting), []
    for point in setting.points("n", "batch", "alpha"):
        sized = at_size(setting, int(point["n"]))
        features, sizes = at_sizes(sized), shape(sized)
        c1, eta = features.linear, step_size(sizes.n, float(point["alpha"]))
        phi, rest = features.phi, features.nonlinear**2
        square = c1**2 + phi * (c1**2 + rest)
        if point["batch"] == "same":
            noise = phi**2 * (link.square_norm + link.noise_variance)
            square = noise + c1**2 * (1 + 5 * phi + 4 * phi**2) + rest * (phi + 4 * phi**2)
        step = OneStep(features, link, NETWORKS["slides"], sizes.d, eta)
        spread = math.sqrt(3) * float(features.activation.hermite[2]) * step.noise
        rows.append(
            {
                **point,
                "talk": eta * c1**2 * math.sqrt(square),
                "component": spread * eta**2 / math.sqrt(sizes.width),
            }
        )
    return pd.DataFrame(rows)


gradient_noise = remainder_talk


@covers(_expansion, **_COVERED)
def cubic(setting: Setting) -> pd.DataFrame:
    """Gains and learned fractions with three spikes against alpha, and the levels of l = 1 to 3."""
    link, features = task_link(setting), at_sizes(setting)
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


@covers(_expansion, **_COVERED)
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


@covers(_expansion, **_COVERED)
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
        spikes = Spikes(features, link, n * phi / psi, eta, degrees(link))
        if n == _FAR:
            exact = OneStep(features, link, simplified, phi * n, eta).gain(ridge).test
        gain = spikes.gain(ridge).test
        rows.append({"alpha": alpha, "test_gain": gain, "exact_test_gain": exact, **limits})
    return pd.DataFrame(rows)


@covers(_closed_form, **_COVERED)
def barrier(setting: Setting) -> pd.DataFrame:
    """Test errors against the ridge, and at the best ridge: inputs, the theorem's levels, and each
    network at finite alpha; NaN for networks on the batch of the step.
    """
    link, features, sizes = task_link(setting), at_sizes(setting), shape(setting)
    curves = plain_curves(features, link)
    for name in setting.names("network"):
        for alpha in (-math.inf, *setting.floats("alpha")):
            step = OneStep(features, link, NETWORKS[name], sizes.d, step_size(sizes.n, alpha))
            curves[name, alpha] = step.test_error
    rows = []
    for (predictor, alpha), curve in curves.items():
        best, trained = least(curve), predictor in NETWORKS
        for batch in setting.names("batch"):
            unknown = trained and batch == "same"
            point = {"predictor": predictor, "batch": batch, "alpha": alpha}
            levels = {
                "best_test": math.nan if unknown else best,
                "barrier": link.unlearnable_variance,
            }
            rows += [
                {**point, "ridge": ridge, "test": math.nan if unknown else curve(ridge), **levels}
                for ridge in setting.floats("ridge")
            ]
    return pd.DataFrame(rows)
