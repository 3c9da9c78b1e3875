"""How long parities take to learn from ample samples, against the dimension (figures 1b and 2)."""

import numpy as np

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.papers.suzuki2023.shared.model import Trials, checked


def learning_time(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per degree, dimension and replica: accuracies over time, until every replica has reached `enough`.

    There are ``n = c 16^alpha d^(1 - alpha)`` samples, c = `samples`: at d = 16 the same number at every alpha.
    """
    checked(setting)
    alpha, heat = float(setting["alpha"]), float(setting["heat"])
    for k in map(int, setting.grid["k"]):
        for d in map(int, setting.grid["d"]):
            if k > 2 and alpha == 0 and d > setting["largest_cubic_d"]:
                continue
            n = round(float(setting["samples"]) * 16**alpha * d ** (1 - alpha))
            trials, curves, times = Trials(setting, rng, d, k, n), [], geometric(float(setting["first"]), float(setting["horizon"]))
            for (found,) in trials.training(setting, [(n, heat)], times, device):
                curves.append(found)
                if np.max(curves, axis=0).min() >= setting["enough"]:
                    break
            for replica, curve in enumerate(np.transpose(curves).tolist()):
                yield {"k": k, "d": d, "n": n, "replica": replica, "t": times[: len(curve)], "accuracy": curve}


def geometric(first: float, last: float) -> list[float]:
    """Return times from the first to the last, each about the square root of 2 times the one before.

    >>> geometric(4.0, 16.0)
    [4.0, 6.0, 8.0, 11.0, 16.0]
    """
    count = round(2 * np.log2(last / first))
    return [float(round(first * 2 ** (j / 2))) for j in range(count + 1)]
