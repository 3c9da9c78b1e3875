"""The one-dimensional problem of figures 3 and 4."""

import numpy as np

from feature_learning.core.setting import Setting
from feature_learning.theory.fokker_planck import LineProblem


def line_problem(setting: Setting, **point: float) -> LineProblem:
    """Return 21 inputs from -3 to 3 with labels ``amplitude sin(1.3 z)``.

    Parameters
    ----------
    setting
        Declares ``amplitude``, ``temperature`` and ``penalty``.
    **point
        Amplitude and temperature of a grid point, instead of what the setting declares.
    """
    inputs, values = np.linspace(-3, 3, 21), {**setting.values, **point}
    labels = float(values["amplitude"]) * np.sin(1.3 * inputs)
    return LineProblem(inputs, labels, float(values["temperature"]), setting["penalty"])
