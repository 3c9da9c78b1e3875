"""Limits of infinite dimension, and predictions at a finite one: one function per experiment."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd

from feature_learning.core.setting import Setting
from feature_learning.data.targets import STAIRCASE, single_index
from feature_learning.networks.activations import RELU
from feature_learning.papers.reduction.model import LINE, STUDENTS, along
from feature_learning.theory.finite_alignment import mean_finite_alignment
from feature_learning.theory.one_giant_step import leap_alignment, leap_constant, weight_cosine


def one_step(setting: Setting) -> pd.DataFrame:
    """The mean cosine along the line, and d times the mean squared cosine across it: the same at every d."""
    alpha, step = setting["alpha"], setting["step"]
    slope = float(np.linalg.norm(STAIRCASE.linear()))
    limits = {
        "along": weight_cosine(RELU, slope, STAIRCASE.square_norm, alpha, step),
        "scaled_across": across_constant(alpha, step),
    }
    return pd.DataFrame([{**point, **limits} for point in setting.points("d")])


def across_constant(alpha: float, step: float) -> float:
    """Return the limit of d times the mean squared cosine across the line, after one step at ``n = alpha d``.

    Parameters
    ----------
    alpha, step
        Samples per dimension, and the step size.

    References
    ----------
    Derived here: with u the unit vector across the line, ``<w_i', u> = <w_i, (1 + step mu_2 A) u>``
    plus the batch's noise of variance ``step^2 E y^2 <u, z>^2 E sigma'^2/(alpha d)``, where
    ``A = E D^2 f*``. The squared norm is ``1 + step^2 (mu_1^2 |v|^2 + E y^2 E sigma'^2/alpha)``.
    """
    across = np.array([-LINE[1], LINE[0]])
    at, weights = np.polynomial.hermite_e.hermegauss(12)  # exact: the integrands are polynomials
    z = np.stack(np.meshgrid(at, at), axis=-1).reshape(-1, 2)
    measure = np.outer(weights, weights).ravel() / (2 * np.pi)
    y = STAIRCASE(z)
    curvature = np.einsum("i,i,ijk->jk", measure, y, z[:, :, None] * z[:, None, :] - np.eye(2))
    turned = across + step * RELU.moment(2) * curvature @ across
    noise = step**2 * RELU.slope_power / alpha
    norm = 1 + (step * RELU.moment(1)) ** 2 * float(STAIRCASE.linear() @ STAIRCASE.linear()) + noise * STAIRCASE.square_norm
    return float((turned @ turned + noise * float(measure @ (y * (z @ across)) ** 2)) / norm)


def transition(setting: Setting) -> pd.DataFrame:
    """Mean squared cosine of the gradient, less 1/d: at each dimension (``finite``), and its limit, which depends on n/d^l alone."""
    rows = []
    ratios = np.array(setting.grid["ratio"], dtype=float)
    for leap in map(int, setting.grid["leap"]):
        limits = [leap_alignment(_constant(leap), leap, ratio) for ratio in ratios]
        for factor in map(int, setting.grid["factor"]):
            d = setting[f"base_{leap}"] * factor
            finite = mean_finite_alignment(STUDENTS[leap], along(leap), d, ratios * float(d) ** leap) - 1 / d
            columns = zip(ratios.tolist(), limits, finite.tolist(), strict=True)
            rows += [{"leap": leap, "factor": factor, "d": d, "ratio": r, "alignment": limit, "finite": own} for r, limit, own in columns]
    return pd.DataFrame(rows)


def _constant(leap: int) -> float:
    return leap_constant(STUDENTS[leap], leap, math.sqrt(math.factorial(leap)), single_index(leap).square_norm)


def approach(setting: Setting) -> pd.DataFrame:
    """The distance of the finite-d alignment from its limit, at one n/d^l for l = 3."""
    leap, ratio = 3, float(setting["ratio"])
    limit = leap_alignment(_constant(leap), leap, ratio)
    found = [
        mean_finite_alignment(STUDENTS[leap], along(leap), d, np.array([ratio * float(d) ** leap]))[0] - 1 / d
        for d in map(int, setting.grid["d"])
    ]
    return pd.DataFrame({"d": list(map(int, setting.grid["d"])), "excess": np.array(found) - limit})
