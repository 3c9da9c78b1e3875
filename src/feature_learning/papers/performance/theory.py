"""Expected exponents: those of the leading terms of arithmetic and memory."""

from __future__ import annotations

import math

import pandas as pd

from feature_learning.core.setting import Setting
from feature_learning.papers.performance.kernels import KERNELS, variables


def scaling(setting: Setting) -> pd.DataFrame:
    """Return kernel, variable, and the exponents of time and memory, NaN where memory is not traced."""
    found = variables(list(map(str, setting.grid["kernel"])))
    return pd.DataFrame(
        [
            {
                "kernel": name,
                "variable": variable,
                "time": float(KERNELS[name].time[variable]),
                "memory": float(KERNELS[name].memory.get(variable, math.nan)),
            }
            for name, variable in found
        ]
    )
