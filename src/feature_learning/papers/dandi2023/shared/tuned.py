"""Predictions for steps of several sizes on small batches."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from feature_learning.core.setting import Setting
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.experiments.schedules import STEPS
from feature_learning.papers.dandi2023.shared import model
from feature_learning.theory.scheduled_steps import best_schedule, scheduled_cosines

_STARTS = 16
_FIRST_SIZES = {1: (50.0,), 2: (5.0, 5.0), 3: (6.0, 4.5, 9.0), 4: (5.3, 5.1, 5.1, 5.2)}


def after_schedule(setting: Setting) -> pd.DataFrame:
    """Root mean square cosine with the target's directions after each step, at each dimension: mean
    over random starts.
    """
    target, sigma = model.target(setting["target"], 2), activation(setting["activation"])
    rows = []
    starts = np.random.default_rng(0).standard_normal((_STARTS, setting["width"] // 2, 2))
    for case in setting.mappings("schedules"):
        d, sizes = float(case["d"]), [case[step] for step in STEPS]
        alpha = d ** (setting["log_size"] - 1)
        found = [
            scheduled_cosines(target, sigma, d, alpha, sizes, setting["draws"], start)
            for start in starts
        ]
        means = np.mean(found, axis=0).tolist()
        rows += [{"d": case["d"], "time": time, "size": size} for time, size in enumerate(means, 1)]
    return pd.DataFrame(rows)


def best_after(setting: Setting) -> pd.DataFrame:
    """The largest root mean square cosine after a number of steps, which each dimension seeks from
    the step sizes of the one before.
    """
    target, sigma = model.target(setting["target"], 2), activation(setting["activation"])
    rows = []
    for time in setting.ints("time"):
        sizes: Sequence[float] = _FIRST_SIZES[time]
        for d in setting.floats("d"):
            alpha = d ** (setting["log_size"] - 1)
            sizes, most = best_schedule(target, sigma, d, alpha, sizes, setting["draws"])
            rows.append({"d": d, "time": time, "size": most})
    return pd.DataFrame(rows)
