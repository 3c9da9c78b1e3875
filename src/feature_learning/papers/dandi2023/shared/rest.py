"""Weights after one step over their part outside the target's directions."""

import math

import numpy as np
import pandas as pd

from feature_learning.core.experiment import Setting
from feature_learning.data.targets import HermiteTarget
from feature_learning.networks.activations import Activation
from feature_learning.theory.beside_the_line import chance_constant


def rest(setting: Setting, target: HermiteTarget, sigma: Activation) -> float:
    """Return the norm of the initial weights and the batch's noise, outside the directions."""
    return math.sqrt(1 + target.square_norm * sigma.slope_power / setting["ratio"])


def over_rest(
    setting: Setting, target: HermiteTarget, sigma: Activation, power: float
) -> pd.DataFrame:
    """Return the root mean square weights along each direction over the remaining part of them,
    after a step of size ``d^power`` that learns the linear part.

    References
    ----------
    Derived here: at ``n = ratio d^(1 + 2 power)`` what is learned grows as ``d^power``, and chance
    adds in squares what it gives after a step of size 1 at ``n = ratio d``, in which step size and
    samples come as their ratio.
    """
    learned = sigma.moment(1) * target.linear() / rest(setting, target, sigma)
    chance = (1 + learned @ learned) * np.array(
        [
            chance_constant(target, unit, sigma, setting["ratio"], [1.0, -1.0])
            for unit in np.eye(target.index)
        ]
    )
    rows = []
    for point in setting.points("d"):
        d = float(point["d"])
        sizes = np.hypot(learned * d**power, np.sqrt(chance / d)).tolist()
        rows.append({**point, **{f"r{k}": size for k, size in enumerate(sizes, 1)}})
    return pd.DataFrame(rows)
