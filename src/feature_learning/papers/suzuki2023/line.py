"""The one-dimensional problem of figures 3 and 4."""

from __future__ import annotations

import numpy as np

from feature_learning.core.setting import Setting
from feature_learning.theory.fokker_planck import LineProblem


def line_problem(setting: Setting) -> LineProblem:
    """Return 21 inputs from -3 to 3 with labels 0.72 sin(1.3 z), at the setting's temperature and penalty."""
    inputs = np.linspace(-3, 3, 21)
    return LineProblem(inputs, 0.72 * np.sin(1.3 * inputs), float(setting["temperature"]), float(setting["penalty"]))
