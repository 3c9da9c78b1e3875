"""Predictions that need no run, one function per experiment; the others are in the rows of the runs
(``predicted``).
"""

import math

import pandas as pd

from feature_learning.core.setting import Setting
from feature_learning.data.hermite import gaussian_moment
from feature_learning.data.links import Link
from feature_learning.papers.mousavi2022.experiments.samples import TARGETS as SAMPLED
from feature_learning.papers.mousavi2022.shared.refit import ridges
from feature_learning.papers.mousavi2022.shared.targets import TARGETS
from feature_learning.theory.orthogonal_part import decay_exponent
from feature_learning.theory.tangent_kernel import samples_for, tangent_risk


def decay(setting: Setting) -> pd.DataFrame:
    """Exponent of the orthogonal part against the weight decay."""
    decays = setting.floats("decay")
    return pd.DataFrame({"decay": decays, "exponent": [decay_exponent(value) for value in decays]})


def gap(setting: Setting) -> pd.DataFrame:
    """The bound's shape ``sqrt(k d/T)`` with constant 1, k = 1."""
    ratios = setting.floats("t_over_d")
    return pd.DataFrame({"t_over_d": ratios, "bound": [math.sqrt(1 / ratio) for ratio in ratios]})


def tangent(setting: Setting) -> pd.DataFrame:
    """Relative error at infinite width against n, for each dimension of the runs; and what no
    polynomial of degree 2 explains.
    """
    rows = []
    for name in SAMPLED:
        (link,) = TARGETS[name]
        plateau = link.beyond(2) / link.beyond(0)
        for d in setting.ints("d"):
            for n in setting.floats("n"):
                if n >= setting["least_n_over_d"] * d:
                    error = tangent_risk(link, d, n, ridges(setting), setting["noise"])
                    rows.append((name, d, n, error, plateau))
    return pd.DataFrame(rows, columns=["target", "d", "n", "error", "plateau"])


def tangent_samples(setting: Setting) -> pd.DataFrame:
    """The samples at which half of the degree-p part of ``z^p``, divided by its norm, is learned,
    against d.
    """
    rows = []
    for p in setting.ints("p"):
        scale = 1 / math.sqrt(gaussian_moment(2 * p))
        link = Link.of(lambda z, p=p, scale=scale: scale * z**p)  # type: ignore[misc]
        level = link.beyond(p - 1) / link.beyond(0) / 2
        for d in setting.ints("d"):
            n = samples_for(link, level, d, ridges(setting), setting["noise"])
            rows.append((p, d, level, n))
    return pd.DataFrame(rows, columns=["p", "d", "level", "n"])
