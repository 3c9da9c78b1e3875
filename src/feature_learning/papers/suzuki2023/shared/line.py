"""The one-dimensional problem of figures 3 and 4."""

import math

import numpy as np

from feature_learning.core.setting import Setting
from feature_learning.theory.fokker_planck import LineProblem

_DEVIATIONS = 3.5  # of a normal distribution, within which all but 0.05 % lies


def line_problem(setting: Setting, **point: float) -> LineProblem:
    """Return 21 inputs from -3 to 3 with labels ``amplitude sin(1.3 z)``.

    The grid is wide enough for the start and for the distribution that the penalty alone leaves.

    Parameters
    ----------
    setting
        Declares ``amplitude``, ``temperature`` and ``penalty``, and the starts, if there are any.
    **point
        Amplitude and temperature of a grid point, instead of what the setting declares.
    """
    inputs, values = np.linspace(-3, 3, 21), {**setting.values, **point}
    labels = float(values["amplitude"]) * np.sin(1.3 * inputs)
    temperature, penalty = float(values["temperature"]), float(values["penalty"])
    normal = [(0.0, 1 / (2 * penalty))]
    if "start_mean" in values:
        normal.append((float(values["start_mean"]), float(values["start_variance"])))
    if "start" in setting.grid:
        normal += [(each["mean"], each["variance"]) for each in setting.mappings("start")]
    found = LineProblem(inputs, labels, temperature, penalty)
    extent = max(abs(mean) + _DEVIATIONS * math.sqrt(variance) for mean, variance in normal)
    if extent <= found.extent:
        return found
    points = 1 + 2 * math.ceil(extent / found.spacing)
    return LineProblem(inputs, labels, temperature, penalty, extent, points)
