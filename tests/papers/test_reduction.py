"""reduction: the constant across the line, the distances between laws, and what control takes
out.
"""

import numpy as np
import pandas as pd
import pytest

from feature_learning.core.setting import Setting
from feature_learning.networks.activations import RELU
from feature_learning.papers.reduction import theory
from feature_learning.papers.reduction.experiments.law import METHODS, NUMBERS
from feature_learning.papers.reduction.shared.model import STAIRCASE
from feature_learning.statistics.distances import kolmogorov_smirnov
from feature_learning.theory.beside_the_line import across_constant
from papers.running import evidence, rows


@pytest.mark.parametrize(("alpha", "constant"), [(1, 1.9192), (4, 1.5052)])
def test_the_constant_across_the_line(alpha, constant):
    assert across_constant(STAIRCASE, RELU, alpha, 1.0) == pytest.approx(constant, abs=6e-5)


def test_the_distance_of_two_samples_is_scipy_s():
    from scipy.stats import ks_2samp

    rng = np.random.default_rng(0)
    first, second = rng.standard_normal(50), rng.standard_normal(70) + 0.5
    assert kolmogorov_smirnov(first, second) == pytest.approx(ks_2samp(first, second).statistic)


def test_runs_of_either_method_are_told_apart_from_another_law():
    fixed = {"activation": "relu", "width": 10, "step": 1.0, "alpha": 2.0, "replicas": 100}
    frame = rows(Setting("reduction", "law", {}, fixed, {"d": (10,)}))
    assert set(frame["method"]) == set(METHODS)

    class Tables:
        def runs(self, experiment: str) -> pd.DataFrame:
            return frame

    assert (evidence("reduction", "law-same", Tables()).observed < 2).all()
    frame.loc[frame["method"] == "reduced", list(NUMBERS)] *= 1.3
    assert (evidence("reduction", "law-same", Tables()).observed > 2).any()


def test_the_neurons_own_overlaps_explain_most_of_the_spread():
    grid = {
        "leaps": ({"leap": 2, "activation": "relu", "smallest": 30},),
        "factor": (10,),
        "ratio": (1.0,),
    }
    setting = Setting(
        "reduction", "transition", {}, {"width": 16}, grid, run="dimension.transition"
    )
    frame = pd.concat(rows(setting, seed) for seed in range(24))
    assert (frame["alignment"] - frame["predicted"]).std() < 0.5 * frame["alignment"].std()
    assert (frame["alignment"] - frame["predicted"]).mean() == pytest.approx(0, abs=0.03)


def test_another_activation_follows_its_own_limit():
    fixed = {"activation": "tanh", "width": 50, "step": 1.0, "alpha": 1.0}
    setting = Setting("reduction", "one_step", {}, fixed, {"d": (20000,)}, run="dimension.one_step")
    found = pd.concat(rows(setting, seed) for seed in range(6))["along"].mean()
    assert found == pytest.approx(theory.one_step(setting)["along"].item(), abs=0.01)
