"""Evidence for fig7."""

import numpy as np

from feature_learning.statistics import Evidence, Tables


def fixed_point(tables: Tables) -> Evidence:
    low, high = (tables.theory("staircase", n=n).sort_values("alpha") for n in (1e9, 1e14))
    inner = (low["alpha"] > 0.1).to_numpy()  # below it both curves are flat at the first level
    alpha = low["alpha"].to_numpy()[inner]
    gap = (high["test_gain"].to_numpy() - low["test_gain"].to_numpy())[inner]
    before = int(np.argmax((gap[:-1] < 0) & (gap[1:] >= 0)))
    share = -gap[before] / (gap[before + 1] - gap[before])
    crossing = alpha[before] + share * (alpha[before + 1] - alpha[before])
    return Evidence.exact([crossing], ["crossing"])
