"""Predictions for the first gradient of a pure leap, and for the step that it takes."""

import pandas as pd

from feature_learning.core.setting import Setting
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.shared.one_gradient import (
    cosine_at_step,
    drive_strength,
    gained_step,
    noise_along,
    noise_square,
    own_strength,
)

_HIGH = 1e8  # a dimension in which initial overlaps are nothing


def gradient_parts(setting: Setting) -> pd.DataFrame:
    """Strengths of the gradient's parts along target and neuron, the noise in its squared norm and
    along the target, the cosine after a step of size p d^((l-1)/2), and the step size at which the
    inner product that the step adds is one half.
    """
    rows = []
    for case in setting.mappings("cases"):
        leap, d, sigma = case["leap"], case["d"], activation(case["activation"])
        for ratio in setting.floats("ratio"):
            row = {"leap": leap, "d": d, "ratio": ratio, "strength": drive_strength(sigma, leap)}
            row |= {"noise": noise_square(sigma, leap, ratio, d)}
            row |= {"own": own_strength(sigma, leap), "along": noise_along(sigma, leap, ratio, d)}
            row |= {"cosine": cosine_at_step(sigma, leap, ratio, d)}
            rows.append({**row, "step": gained_step(sigma, leap, ratio, d)})
    return pd.DataFrame(rows)


def gained_steps(setting: Setting) -> pd.DataFrame:
    """The step sizes of `gradient_parts` in dimensions in which nothing is simulated, and their
    limit over ``d^((l-1)/2)``.
    """
    rows, ratio = [], setting["ratio"]
    for case in setting.mappings("leaps"):
        leap, sigma = case["leap"], activation(case["activation"])
        limit = gained_step(sigma, leap, ratio, _HIGH) / _HIGH ** ((leap - 1) / 2)
        for d in (case["smallest"] * factor for factor in setting.floats("factor")):
            step = gained_step(sigma, leap, ratio, d)
            rows.append({"leap": leap, "d": d, "step": step, "limit": limit})
    return pd.DataFrame(rows)
