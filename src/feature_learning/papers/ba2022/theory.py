"""Predictions for every experiment of this paper: one function per experiment, columns named as in its runs."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pandas as pd

from feature_learning.core.errors import UserError
from feature_learning.core.setting import Setting
from feature_learning.data.links import Link
from feature_learning.networks.activations import Activation
from feature_learning.networks.named import activation as activation_of
from feature_learning.papers.ba2022.shared.first_gradient import typical_norms
from feature_learning.papers.ba2022.shared.mismatch import even_part, least_mismatch
from feature_learning.papers.ba2022.shared.model import samples, step_law, step_size, target
from feature_learning.theory.marchenko_pastur import edges, singular_value_density
from feature_learning.theory.outliers import spiked_rectangular
from feature_learning.theory.spiked_gradient import gradient_alignments
from feature_learning.theory.spiked_ridge import FeatureCovariance, Step, spiked_ridge_risk

_DENSITY_POINTS = 300
_ROUNDING = 1e-12


def rank_one_step(activation: Activation, aim: Link, psi1: float, eta: float) -> Step:
    """Return the rank-one part of a step, ``eta mu_1 a (X^T y/n)^T``, of norm ``eta |mu_1| sqrt(mu_1*^2 + E y^2/psi1)``.

    Raises
    ------
    UserError
        The activation has no linear part, without which there is no such part.
    """
    if abs(float(activation.hermite[1])) < _ROUNDING:
        raise UserError(f"this theory needs the activation's linear coefficient, and {activation.name} has c_1 = 0")
    slope = abs(float(activation.hermite[1]))
    return Step(eta * slope * math.sqrt(aim.linear**2 + (aim.square_norm + aim.noise_variance) / psi1), eta * slope * abs(aim.linear))


def critical_step(activation: Activation, aim: Link, psi1: float, psi2: float) -> float:
    """Return the eta beyond which a singular value leaves the bulk."""
    return psi2**0.25 / rank_one_step(activation, aim, psi1, 1.0).strength


def risk(activation: Activation, aim: Link, psi1: float, psi2: float, ridge: float, eta: float) -> float:
    """Return the risk after a step of order one, for a centred teacher.

    The paper's theorem is for an odd activation; the tests compare it with simulations for a ReLU, too.
    """
    step = rank_one_step(activation, aim, psi1, eta)
    features = FeatureCovariance(psi2, float(activation.hermite[1]), activation.nonlinear)
    return spiked_ridge_risk(features, psi1, ridge, aim.linear**2, aim.beyond(1), aim.noise_variance, step)


def spike(setting: Setting) -> pd.DataFrame:
    """The outlier and its alignments against eta; the bulk, the same in every row."""
    activation, psi1, psi2 = activation_of(setting["activation"]), setting["psi1"], setting["psi2"]
    at = np.linspace(*edges(psi2), _DENSITY_POINTS)
    shared: dict[str, Any] = {"edge": edges(psi2)[1], "density_at": at, "density": singular_value_density(at, psi2)}
    rows = []
    for point in setting.points("teacher", "eta"):
        aim, eta = target(str(point["teacher"]), setting["noise"], centred=False), float(point["eta"])
        step = rank_one_step(activation, aim, psi1, eta)
        outlier = spiked_rectangular(step.strength, psi2)
        alignment = outlier.inputs * (step.signal / step.strength) ** 2 if eta else 0.0
        rows.append(
            {
                **point,
                "eta": eta,
                "critical": critical_step(activation, aim, psi1, psi2),
                "largest": outlier.value,
                "alignment": alignment,
                "neuron_alignment": outlier.neurons,
                "entry": math.sqrt(alignment),
                **shared,
            }
        )
    return pd.DataFrame(rows)


def _pair(setting: Setting) -> tuple[Activation, Link]:
    return activation_of(setting["activation"]), target(setting["teacher"], setting["noise"])


def small_step_samples(setting: Setting) -> pd.DataFrame:
    """Risk against n/d for each step; the kernel bound."""
    activation, aim = _pair(setting)
    return pd.DataFrame(
        {
            **point,
            "risk": risk(activation, aim, float(point["psi1"]), setting["psi2"], setting["ridge"], float(point["eta"])),
            "bound": aim.beyond(1),
        }
        for point in setting.points("psi1", "eta")
    )


def small_step_widths(setting: Setting) -> pd.DataFrame:
    """Risk against N/d for each step; the kernel bound."""
    activation, aim = _pair(setting)
    return pd.DataFrame(
        {
            **point,
            "risk": risk(activation, aim, setting["psi1"], float(point["psi2"]), setting["ridge"], float(point["eta"])),
            "bound": aim.beyond(1),
        }
        for point in setting.points("psi2", "eta")
    )


def step_sizes(setting: Setting) -> pd.DataFrame:
    """Risk without a step and after steps of order one (no formula is known for larger ones), and the bounds."""
    activation, width = activation_of(setting["activation"]), round(setting["psi2"] * setting["d"])
    limits = {}
    for teacher in map(str, setting.grid["teacher"]):
        aim = target(teacher, setting["noise"])
        tau, kappa = least_mismatch(activation, aim)
        limits[teacher] = {"bound": aim.beyond(1), "tau": tau, "kappa": kappa, "even_part": even_part(aim)}
    rows = []
    for point in setting.points("teacher", "psi1", "step"):
        teacher, psi1, step = str(point["teacher"]), float(point["psi1"]), str(point["step"])
        known = step_law(step)[1] == 0
        aim = target(teacher, setting["noise"])
        found = risk(activation, aim, psi1, setting["psi2"], setting["ridge"], step_size(step, width)) if known else math.nan
        rows.append({"teacher": teacher, "psi1": psi1, "step": step, "risk": found, **limits[teacher]})
    return pd.DataFrame(rows)


def biases(setting: Setting) -> pd.DataFrame:
    """Risk without biases, without a step and after steps of order one, and the bounds."""
    activation, width = activation_of(setting["activation"]), round(setting["psi2"] * setting["d"])
    aims = {name: target(name, setting["noise"]) for name in map(str, setting.grid["teacher"])}
    bounds = {name: {"bound": aim.beyond(1), "even_part": even_part(aim)} for name, aim in aims.items()}
    rows = []
    for point in setting.points("teacher", "bias", "psi1", "step"):
        teacher, psi1, step = str(point["teacher"]), float(point["psi1"]), str(point["step"])
        known = step_law(step)[1] == 0 and float(point["bias"]) == 0
        eta = step_size(step, width)
        found = risk(activation, aims[teacher], psi1, setting["psi2"], setting["ridge"], eta) if known else math.nan
        rows.append({"teacher": teacher, "bias": point["bias"], "psi1": psi1, "step": step, "risk": found, **bounds[teacher]})
    return pd.DataFrame(rows)


def information_exponent(setting: Setting) -> pd.DataFrame:
    """Norm of the mean gradient, error of its average and alignment with the target, against d."""
    names = [str(name) for name in setting.grid["target"]]
    links, rows = [target(name, setting["noise"]) for name in names], []
    for d in map(float, setting.grid["d"]):
        n = samples(setting["ratio"], setting["power"], d)
        aligned = [alignment for alignment, _ in gradient_alignments(links, d, 0.0, n / d)]
        for name, norm, error, alignment in zip(names, *typical_norms(links, d, n), aligned, strict=True):
            scaled = error / math.sqrt(d / n)
            rows.append({"d": d, "target": name, "norm": norm, "error": error, "scaled_error": scaled, "alignment": alignment})
    return pd.DataFrame(rows)


def quadratic_samples(setting: Setting) -> pd.DataFrame:
    """The same predictions as for `information_exponent`."""
    return information_exponent(setting)
