"""Predictions that need no run, one function per experiment; the others are in the rows of the runs (``predicted``)."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pandas as pd

from feature_learning.core.setting import Setting
from feature_learning.data.hermite import gaussian_moment
from feature_learning.data.links import Link
from feature_learning.papers.mousavi2022.experiments.samples import TARGETS as SAMPLED
from feature_learning.papers.mousavi2022.shared.model import TARGETS
from feature_learning.theory.principal_subspace import decay_exponent
from feature_learning.theory.tangent_kernel import samples_for, tangent_risk


def decay(setting: Setting) -> pd.DataFrame:
    """Exponent of the orthogonal part against the weight decay."""
    rows = [{"decay": value, "exponent": decay_exponent(value)} for value in map(float, setting.grid["decay"])]
    return pd.DataFrame(rows)


def gap(setting: Setting) -> pd.DataFrame:
    """The bound's shape ``sqrt(k d/T)`` with constant 1, k = 1."""
    rows = [{"t_over_d": ratio, "bound": float(np.sqrt(1 / ratio))} for ratio in map(float, setting.grid["t_over_d"])]
    return pd.DataFrame(rows)


def gap_k(setting: Setting) -> pd.DataFrame:
    """The same shape for each k."""
    pairs = itertools.product(map(float, setting.grid["t_over_d"]), map(float, setting.grid["k"]))
    return pd.DataFrame([{"t_over_d": ratio, "k": k, "bound": math.sqrt(k / ratio)} for ratio, k in pairs])


def tangent(setting: Setting) -> pd.DataFrame:
    """Relative error at infinite width against n, for each dimension of the runs; and what no polynomial of degree 2 explains."""
    ridges, rows = _ridges(setting), []
    for name in SAMPLED:
        (link,) = TARGETS[name]
        plateau = link.beyond(2) / link.beyond(0)
        for d in map(int, setting.grid["d"]):
            sizes = [n for n in map(float, setting.grid["n"]) if n >= setting["least_n_over_d"] * d]
            rows += [
                {"target": name, "d": d, "n": n, "error": tangent_risk(link, d, n, ridges, setting["noise"]), "plateau": plateau}
                for n in sizes
            ]
    return pd.DataFrame(rows)


def tangent_samples(setting: Setting) -> pd.DataFrame:
    """The samples at which half of the degree-p part of ``z^p``, divided by its norm, is learned, against d."""
    ridges, rows = _ridges(setting), []
    for p in map(int, setting.grid["p"]):
        scale = 1 / math.sqrt(gaussian_moment(2 * p))
        link = Link.of(lambda z, p=p, scale=scale: scale * z**p)  # type: ignore[misc]
        level = link.beyond(p - 1) / link.beyond(0) / 2
        dimensions = map(int, setting.grid["d"])
        rows += [{"p": p, "d": d, "level": level, "n": samples_for(link, level, d, ridges, setting["noise"])} for d in dimensions]
    return pd.DataFrame(rows)


def _ridges(setting: Setting) -> list[float]:
    return list(np.geomspace(setting["least_ridge"], setting["largest_ridge"], setting["ridges"]))
