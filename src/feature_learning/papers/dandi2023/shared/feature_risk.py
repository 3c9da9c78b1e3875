"""Deterministic equivalents of the risk of random features on the sphere."""

import math
from functools import cache

import numpy as np

from feature_learning.core.setting import Setting
from feature_learning.networks.named import activation
from feature_learning.theory.deterministic_equivalents import Spectrum, solve
from feature_learning.theory.harmonics import feature_spectrum

_DEGREE = 24


@cache
def _spectrum(name: str, d: int) -> Spectrum:
    sigma = activation(name)
    return feature_spectrum(sigma, d, _DEGREE, sigma.kinks)


def feature_risk(name: str, d: int, n: float, width: float, ridge: float) -> float:
    """Return the risk of ridge regression on n samples and features of an activation, either of
    which may be infinite, for a target with one harmonic each of degree 1, 2 and 3.
    """
    power = np.zeros(_DEGREE + 1)
    power[1:4] = 1.0
    return solve(_spectrum(name, d), n, ridge, width).risk(power)


def of_varied(setting: Setting, d: int, varied: str, size: float) -> float:
    """Return the risk of kernel ridge regression on so many samples, or of so many features on
    infinitely many samples, without a ridge.
    """
    name = setting["activation"]
    if varied == "samples":
        return feature_risk(name, d, size, math.inf, setting["ridge"])
    return feature_risk(name, d, math.inf, size, 0.0)
