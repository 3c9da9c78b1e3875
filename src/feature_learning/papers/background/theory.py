"""Predictions: one function per experiment. Predictions that start from a run's weights are in the
rows of the run (``ode_``).
"""

import math

import numpy as np
import pandas as pd
from scipy.special import gammaincinv

from feature_learning.core.errors import UserError
from feature_learning.core.normal import distribution
from feature_learning.core.setting import Setting
from feature_learning.data.targets import STAIRCASE
from feature_learning.networks.named import activation
from feature_learning.papers.background.experiments.soft_committee import ESCAPED
from feature_learning.papers.background.experiments.step_universality import AXES
from feature_learning.papers.background.shared.animation import start
from feature_learning.statistics import crossing
from feature_learning.theory.mean_field import (
    cosine_cdf,
    fluctuation_constant,
    square_limit,
    square_limit_risk,
)
from feature_learning.theory.one_giant_step import gradient_cosine
from feature_learning.theory.online_odes import OnlineODE, saad_solla
from feature_learning.theory.radial_flow import RadialFlow, chi_nodes

SHARES = distribution(np.linspace(-3.5, 3.5, 201))
"""The shares of weights below the quantiles of `isotropic_gaussians`."""
_EDGES = np.linspace(-1, 1, 41)
_DIMENSIONS = np.array([1e6, 1e8])
_LATEST = 600


def soft_committee(setting: Setting) -> pd.DataFrame:
    """Return how fast the time of escape grows with log N in the equations, starting from overlaps
    of order N^(-1/2).

    On the plateau an asymmetry of that order grows as ``exp(rate alpha)``, so the result is ``1/(2
    rate)`` whatever the start. The plateau drifts slowly, and the result with it (16.1 from N = 1e4
    to 1e6, 15.9 from 1e10 to 1e12).
    """
    students, spread = setting["students"], setting["spread"]
    equations = saad_solla(np.eye(setting["teachers"]), students, setting["eta"])
    scale = spread / np.sqrt(_DIMENSIONS)
    overlap = _uneven(students, setting["teachers"])[..., None] * scale
    student = np.repeat(spread**2 * np.eye(students)[..., None], len(_DIMENSIONS), axis=2)
    times = np.arange(1, 10 * _LATEST + 1) / 10
    solution = equations.solve(overlap, student, times.tolist())
    risks = np.array([equations.risk(*state) for state in zip(*solution, strict=True)])
    escapes = [crossing(times, -np.log(risk), -math.log(ESCAPED)) for risk in risks.T]
    slope = np.diff(escapes)[0] / math.log(_DIMENSIONS[1] / _DIMENSIONS[0])
    return pd.DataFrame({"log_slope": [slope]})


def _uneven(students: int, teachers: int) -> np.ndarray:
    """Return overlaps of order 1 without any symmetry."""
    return np.cos(1 + np.arange(students * teachers)).reshape(students, teachers)


def animation(setting: Setting) -> pd.DataFrame:
    """Risk and cosines (row by row, in list columns) against t, by the gradient flow with the
    label noise of SGD.
    """
    students, teachers, times = setting["students"], setting["teachers"], setting.floats("t")
    of_teacher, of_student = (np.full(count, 1 / count) for count in (teachers, students))
    equations = OnlineODE(
        np.eye(teachers),
        of_teacher,
        of_student,
        noise=setting["gamma"] * setting["noise"],
        speed=float(students),
    )
    first = start(setting["generator"], students, teachers, setting["d"])
    solution = equations.solve(*first, sorted(times))
    rows = []
    for t, overlap, student in zip(sorted(times), *solution, strict=True):
        cosines = overlap / np.sqrt(np.diag(student))[:, None]
        risk = float(equations.risk(overlap, student))
        rows.append({"t": t, "risk": risk, "cosines": cosines.ravel().tolist()})
    return pd.DataFrame(rows)


def square_histogram(setting: Setting) -> pd.DataFrame:
    """Risk, eigenvalues, and the law of the cosines in bins (list columns) against t; three
    dimensions.
    """
    d, times = setting["d"], sorted(setting.floats("t"))
    if d != 3:
        raise UserError(f"d = {d}: the law of the cosines is in closed form for d = 3")
    along, across = square_limit(d, times)
    risk = square_limit_risk(along, across, d)
    # At late times the density's peaks are narrower than a bin, so bins are differences of the
    # distribution function.
    shares = [np.diff(cosine_cdf(_EDGES, *pair)) for pair in zip(along, across, strict=True)]
    densities = [(share / np.diff(_EDGES)).tolist() for share in shares]
    edges = [_EDGES.tolist()] * len(times)
    columns = {"along": along, "across": across, "edges": edges, "density": densities}
    return pd.DataFrame({"t": times, "risk": risk, **columns})


def width_fluctuations(setting: Setting) -> pd.DataFrame:
    """``constant/p`` of the linearised flow."""
    constant = fluctuation_constant(setting["d"], setting["t"])
    widths = setting.floats("width")
    return pd.DataFrame({"width": widths, "fluctuation": [constant / p for p in widths]})


def isotropic_gaussians(setting: Setting) -> pd.DataFrame:
    """Risk, mean norm and quantiles of the norms in d dimensions, and risk and norm in the limit of
    infinite dimension.
    """
    d = setting["d"]
    starts = np.sqrt(2 * gammaincinv(d / 2, SHARES) / d)
    times, frames = sorted(setting.floats("t")), []
    for delta in setting.floats("delta"):
        law = RadialFlow(delta, setting["spread"], d)
        norms = law.norms(times, starts)
        of_law, quantiles = norms[:, : -len(starts)], norms[:, -len(starts) :].tolist()
        limit, limit_norm = RadialFlow(delta, setting["spread"], math.inf).solve(times)
        columns = {"risk": law.risks(of_law), "norm": of_law @ chi_nodes(d)[1]}
        columns |= {"quantiles": quantiles, "limit_risk": limit, "limit_norm": limit_norm}
        frames.append(pd.DataFrame({"delta": delta, "t": times, **columns}))
    return pd.concat(frames, ignore_index=True)


def step_universality(setting: Setting) -> pd.DataFrame:
    """The cosine of the first gradient with the target's linear part, for Gaussian inputs or any
    with generic teachers.

    With inputs of +1 and -1 and a teacher along axes, ``H_2`` of a coordinate is 0: only the linear
    part of the target is left.
    """
    sigma, slope = activation(setting["activation"]), float(np.linalg.norm(STAIRCASE.linear()))
    laws = setting.names("inputs")
    powers = [slope**2 if law == AXES else STAIRCASE.square_norm for law in laws]
    cosines = [gradient_cosine(sigma, slope, power, setting["alpha"]) for power in powers]
    return pd.DataFrame({"inputs": laws, "cosine": cosines})
