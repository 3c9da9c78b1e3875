"""The one-dimensional problem of figures 3 and 4."""

from __future__ import annotations

import numpy as np

from feature_learning.core.setting import Setting
from feature_learning.theory.fokker_planck import LineProblem


def line_problem(setting: Setting, **values: float) -> LineProblem:
    """Return 21 inputs from -3 to 3 with labels ``amplitude sin(1.3 z)``.

    Parameters
    ----------
    setting
        Declares ``amplitude``, ``temperature`` and ``penalty``.
    **values
        Take the place of what the setting declares, as a point of its grid.
    """
    inputs = np.linspace(-3, 3, 21)
    amplitude, temperature = (float(values[name] if name in values else setting[name]) for name in ("amplitude", "temperature"))
    return LineProblem(inputs, amplitude * np.sin(1.3 * inputs), temperature, float(setting["penalty"]))
