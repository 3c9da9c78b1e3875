"""Predictions: one function per experiment, columns named as in its runs."""

import itertools
import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from feature_learning.core.coverage import covers
from feature_learning.core.errors import NotCoveredError
from feature_learning.core.setting import Setting
from feature_learning.data.links import Link
from feature_learning.networks.activations import Activation
from feature_learning.networks.named import activation as activation_of
from feature_learning.papers.ba2022.shared.first_gradient import typical_norms
from feature_learning.papers.ba2022.shared.kernel_limit import kernel_law, kernel_risk
from feature_learning.papers.ba2022.shared.mismatch import even_part, least_mismatch
from feature_learning.papers.ba2022.shared.model import FOUR, NO_STEP, StepLaw, samples, target
from feature_learning.papers.ba2022.shared.series import signal, terms
from feature_learning.theory.giant_step_neurons import NetworkStep
from feature_learning.theory.giant_step_ridge import ridge_after_step
from feature_learning.theory.marchenko_pastur import edges, singular_value_density
from feature_learning.theory.outliers import spiked_rectangular
from feature_learning.theory.spiked_gradient import gradient_alignments
from feature_learning.theory.spiked_ridge import FeatureCovariance, Step, spiked_ridge_risk

_DENSITY_POINTS = 300
_DENSE = 2.0  # n/d below which the spectrum of a large step's noise matters
_ROUNDING = 1e-12
_BETWEEN = 15  # sizes at which a line is predicted


def rank_one_step(activation: Activation, link: Link, psi1: float, eta: float) -> Step:
    """Return the rank-one part of a step, ``eta mu_1 a (X^T y/n)^T``, of norm ``eta |mu_1|
    sqrt(mu_1*^2 + E y^2/psi1)``.

    Raises
    ------
    NotCoveredError
        The activation has no linear part, without which there is no such part.
    """
    slope = _slope(activation)
    norm = math.sqrt(link.linear**2 + (link.square_norm + link.noise_variance) / psi1)
    return Step(eta * slope * norm, eta * slope * abs(link.linear))


def _slope(activation: Activation) -> float:
    slope = abs(float(activation.hermite[1]))
    if slope < _ROUNDING:
        raise NotCoveredError(
            f"this theory needs the activation's linear coefficient, and {activation.name} has c_1 "
            "= 0"
        )
    return slope


def critical_step(activation: Activation, link: Link, psi1: float, psi2: float) -> float:
    """Return the eta beyond which a singular value leaves the bulk."""
    return psi2**0.25 / rank_one_step(activation, link, psi1, 1.0).strength


def risk(
    activation: Activation, link: Link, psi1: float, psi2: float, ridge: float, eta: float
) -> float:
    """Return the risk after a step of order one, for a centred teacher.

    The paper's theorem is for an odd activation; the tests compare it with simulations for a ReLU,
    too.
    """
    step = rank_one_step(activation, link, psi1, eta)
    features = FeatureCovariance(psi2, float(activation.hermite[1]), activation.nonlinear)
    return spiked_ridge_risk(
        features, psi1, ridge, link.linear**2, link.beyond(1), link.noise_variance, step
    )


def _linear(setting: Setting) -> None:
    """Refuse an activation without a linear part."""
    _slope(activation_of(setting["activation"]))


@covers(_linear, activation="relu")
def spike(setting: Setting) -> pd.DataFrame:
    """The outlier and its alignments against eta; the bulk, the same in every row."""
    activation, psi1, psi2 = activation_of(setting["activation"]), setting["psi1"], setting["psi2"]
    values = np.linspace(*edges(psi2), _DENSITY_POINTS)
    bulk: dict[str, Any] = {
        "edge": edges(psi2)[1],
        "density_at": values,
        "density": singular_value_density(values, psi2),
    }
    rows = []
    for point in setting.points("teacher", "eta"):
        link = target(str(point["teacher"]), setting["noise"], centred=False)
        step = rank_one_step(activation, link, psi1, float(point["eta"]))
        outlier = spiked_rectangular(step.strength, psi2)
        alignment = 0.0
        if step.strength:
            alignment = outlier.inputs * (step.signal / step.strength) ** 2
        rows.append(
            {
                **point,
                "critical": critical_step(activation, link, psi1, psi2),
                "largest": outlier.value,
                "alignment": alignment,
                "neuron_alignment": outlier.neurons,
                "entry": math.sqrt(alignment),
                **bulk,
            }
        )
    return pd.DataFrame(rows)


def _small_steps(setting: Setting, over: str) -> pd.DataFrame:
    """Return the risk against a ratio for each step, and the kernel bound."""
    activation = activation_of(setting["activation"])
    link = target(setting["teacher"], setting["noise"])
    rows = []
    for point in setting.points(over, "eta"):
        psi1, psi2, eta = (
            float({**setting.values, **point}[name]) for name in ("psi1", "psi2", "eta")
        )
        value = risk(activation, link, psi1, psi2, setting["ridge"], eta)
        rows.append({**point, "risk": value, "bound": link.beyond(1)})
    return pd.DataFrame(rows)


@covers(_linear, activation="relu")
def small_step_samples(setting: Setting) -> pd.DataFrame:
    """Risk against n/d."""
    return _small_steps(setting, "psi1")


@covers(_linear, activation="relu")
def small_step_widths(setting: Setting) -> pd.DataFrame:
    """Risk against N/d."""
    return _small_steps(setting, "psi2")


def _risk_after(setting: Setting, link: Link, point: Mapping[str, Any], ridge: float) -> float:
    """Return the risk after a step: for steps of order one in the limit of large sizes, for larger
    ones at the setting's, because the risk falls with the width there.
    """
    activation, psi1, psi2 = activation_of(setting["activation"]), point["psi1"], setting["psi2"]
    law, d = StepLaw(point["scale"], point["alpha"]), setting["d"]
    width = round(psi2 * d)
    if not law.alpha:
        return risk(activation, link, psi1, psi2, ridge, law.size(width))
    step = NetworkStep(law.size(width), 1 / psi1, width)
    spectrum = psi1 < _DENSE and not activation.hermite[2]
    after = ridge_after_step(activation, link, step, d, psi1 * d, ridge, spectrum=spectrum)
    return after.test


def step_sizes(setting: Setting) -> pd.DataFrame:
    """Risk without a step and after steps of every size, and the bounds."""
    rows = []
    for teacher in setting.names("teacher"):
        link = target(teacher, setting["noise"])
        tau, kappa = least_mismatch(activation_of(setting["activation"]), link)
        bounds = {"bound": link.beyond(1), "tau": tau, "kappa": kappa, "even_part": even_part(link)}
        for point in setting.points("psi1", "step"):
            after = _risk_after(setting, link, point, setting["ridge"])
            rows.append({"teacher": teacher, **point, "risk": after, **bounds})
    return pd.DataFrame(rows)


def biases(setting: Setting) -> pd.DataFrame:
    """Risk of students without biases, and the bounds; with biases no formula is implemented."""
    rows = []
    for case in setting.mappings("case"):
        link = target(case["teacher"], setting["noise"])
        bounds = {"bound": link.beyond(1), "even_part": even_part(link)}
        for point in setting.points("psi1", "step", "ridges"):
            ridge = float(point.pop("ridges"))
            known = not case["bias"] and not point["alpha"]
            after = _risk_after(setting, link, point, ridge) if known else math.nan
            rows.append({**case, **point, "ridge": ridge, "risk": after, **bounds})
    return pd.DataFrame(rows)


def ridges(setting: Setting) -> pd.DataFrame:
    """Risk at every ridge without a step, after one of order one, and of kernels; the bound."""
    activation, psi2 = activation_of(setting["activation"]), setting["psi2"]
    link, rows = target(setting["teacher"], setting["noise"]), []
    for psi1, ridge in itertools.product(setting.floats("psi1"), setting.floats("penalties")):
        found = {
            name: risk(activation, link, psi1, psi2, ridge, step.scale)
            for name, step in (("untrained", NO_STEP), ("four", FOUR))
        }
        for name in setting.names("kernel"):
            found[name] = kernel_risk(kernel_law(name), link, psi1, ridge)
        rows += [
            {"psi1": psi1, "model": model, "ridge": ridge, "risk": value, "bound": link.beyond(1)}
            for model, value in found.items()
        ]
    return pd.DataFrame(rows)


def information_exponent(setting: Setting) -> pd.DataFrame:
    """Norm of the mean gradient, error of its average and alignment with the target, against d."""
    names, rows = setting.names("target"), []
    links = [target(name, setting["noise"]) for name in names]
    for d in setting.floats("d"):
        n = samples(setting["ratio"], setting["power"], d)
        alignments = [alignment for alignment, _ in gradient_alignments(links, d, 0.0, n / d)]
        columns = zip(names, *typical_norms(links, d, n), alignments, strict=True)
        rows += [
            {
                "d": d,
                "target": name,
                "norm": norm,
                "error": error,
                "scaled_error": error / math.sqrt(d / n),
                "alignment": alignment,
            }
            for name, norm, error, alignment in columns
        ]
    return pd.DataFrame(rows)


def series(setting: Setting) -> pd.DataFrame:
    """The part along the teacher, and its series as the slide has it and with ``i!``."""
    link, name, shift = target(setting["target"]), setting["activation"], setting["shift"]
    printed, full = (
        np.polynomial.Polynomial(terms(name, shift, link, factorial=factorial))
        for factorial in (False, True)
    )
    return pd.DataFrame(
        {
            "rho": rho,
            "signal": signal(name, shift, link, rho),
            "printed": float(printed(rho)),
            "full": float(full(rho)),
        }
        for rho in setting.floats("rho")
    )


def spiked_series(setting: Setting) -> pd.DataFrame:
    """The part along the teacher on spiked inputs, and its series as the slide has it and with
    ``i!``.
    """
    link, name, shift = target(setting["target"]), setting["activation"], setting["shift"]
    rows = []
    for case in setting.mappings("case"):
        m, scale = float(case["d"]) ** -0.5, math.sqrt(1 + float(case["theta"]))
        series = {
            column: scale * float(np.polynomial.Polynomial(coefficients)(m * scale))
            for column, coefficients in (
                ("printed", terms(name, shift, link, factorial=False)),
                ("full", terms(name, shift, link, factorial=True)),
            )
        }
        rows.append({**case, "signal": scale * signal(name, shift, link, m, scale), **series})
    return pd.DataFrame(rows)


def required_samples(setting: Setting) -> pd.DataFrame:
    """The relative error and the norm of the mean gradient, at the cases and between them."""
    cases, rows = setting.mappings("case"), []
    for name in dict.fromkeys(str(case["target"]) for case in cases):
        own = [case for case in cases if case["target"] == name]
        link, ratio, power = target(name, setting["noise"]), own[0]["ratio"], own[0]["power"]
        known = [float(case["d"]) for case in own]
        for d in sorted({*known, *np.geomspace(min(known), max(known), _BETWEEN).round(2)}):
            (norm,), (error,) = typical_norms([link], d, ratio * d**power)
            point = {"target": name, "d": d, "ratio": ratio, "power": power}
            rows.append({**point, "norm": float(norm), "relative": float(error / norm)})
    return pd.DataFrame(rows)


gradient_norms = required_samples
