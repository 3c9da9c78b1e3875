"""The best value of a tuning parameter, one choice for all seeds of a group."""

import numpy as np
import pandas as pd

from feature_learning.statistics import at_best


def test_the_choice_is_by_the_mean_over_seeds_and_each_group_has_its_own():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(
        [
            {"seed": seed, "d": d, "ridge": ridge, "risk": abs(ridge - d) + rng.normal()}
            for seed in range(20)
            for d in (1.0, 9.0)
            for ridge in (0.0, 5.0, 10.0)
        ]
    )
    found = at_best(frame, "risk", "ridge", ["d"])
    assert found.groupby("d")["ridge"].unique().map(list).to_dict() == {1.0: [0.0], 9.0: [10.0]}
    assert len(found) == 40  # every seed, also those for which another value is better


def test_predictions_without_seeds_are_their_own_means():
    frame = pd.DataFrame({"d": [1, 1, 2], "ridge": [0.1, 1.0, 0.1], "risk": [3.0, 2.0, 1.0]})
    assert at_best(frame, "risk", "ridge", ["d"])["risk"].tolist() == [2.0, 1.0]
