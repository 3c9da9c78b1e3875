"""reduction: the constant across the line, the distances between laws, and what control takes
out.
"""

import numpy as np
import pandas as pd
import pytest

from feature_learning.core.setting import Setting
from feature_learning.data.targets import STAIRCASE
from feature_learning.networks.activations import RELU
from feature_learning.papers.reduction.experiments.law import METHODS, NUMBERS
from feature_learning.papers.reduction.quantities import distance_of_methods
from feature_learning.pipeline.declare.catalogue import load
from feature_learning.statistics.distances import distance_interval, kolmogorov_smirnov
from feature_learning.statistics.verdicts import INCONCLUSIVE, NOT_REPRODUCED, REPRODUCED, judge
from feature_learning.theory.beside_the_line import across_constant
from papers.running import predicted, rows


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
    frame = rows(Setting("reduction", "law", {}, fixed, {"d": (10,)}, run="law.Law")).assign(seed=0)
    assert set(frame["method"]) == set(METHODS)

    class Tables:
        def runs(self, experiment: str) -> pd.DataFrame:
            return frame

    (claim,) = load({"papers": ["reduction"]}).papers["reduction"].figures["law"].claims.values()
    found = judge(claim, [distance_of_methods(Tables())])
    assert found.verdict == INCONCLUSIVE  # a hundred runs bound no difference by 0.1
    assert all(interval.low == 0 for interval in found.found)
    frame.loc[frame["method"] == "reduced", list(NUMBERS)] *= 1.3
    assert judge(claim, [distance_of_methods(Tables())]).verdict == NOT_REPRODUCED


@pytest.mark.parametrize(
    ("count", "apart", "verdict"),
    [
        (20, 0.0, INCONCLUSIVE),
        (700, 0.0, INCONCLUSIVE),
        (5000, 0.0, REPRODUCED),
        (5000, 0.1, INCONCLUSIVE),
        (5000, 0.3, NOT_REPRODUCED),
    ],
)
def test_fewer_runs_make_the_verdict_on_a_distance_less_sure(count, apart, verdict):
    at = (np.arange(count) + 0.5) / count
    frame = pd.concat(
        pd.DataFrame({"d": 10, "method": method, "replica": range(count)}).assign(
            **dict.fromkeys(NUMBERS, at + shift), seed=0
        )
        for method, shift in zip(METHODS, (0.0, apart), strict=True)
    )

    class Tables:
        def runs(self, experiment: str) -> pd.DataFrame:
            return frame

    (claim,) = load({"papers": ["reduction"]}).papers["reduction"].figures["law"].claims.values()
    found = judge(claim, [distance_of_methods(Tables())])
    assert found.verdict == verdict
    assert [interval.estimate for interval in found.found] == pytest.approx(
        [apart] * len(NUMBERS), abs=1e-3
    )


def test_the_interval_of_a_distance_covers_it_on_both_sides():
    rng, true = np.random.default_rng(0), 0.3829249  # the gap of N(0, 1) and N(1, 1)
    missed = np.zeros(2)
    for _ in range(400):
        samples = rng.standard_normal(40), 1 + rng.standard_normal(60)
        found = distance_interval(*samples, 0.9)
        missed += found.low > true, found.high < true
    assert (missed <= 0.05 * 400).all()
    assert distance_interval(*samples, 0.99).high > found.high


def test_a_run_that_is_not_finite_leaves_the_distance_unbounded():
    found = distance_interval(np.array([0.0, np.nan]), np.zeros(50), 0.9)
    assert (found.low, found.high) == (-np.inf, np.inf)


def test_the_neurons_own_overlaps_explain_most_of_the_spread():
    grid = {
        "leaps": ({"leap": 2, "activation": "relu", "smallest": 30},),
        "factor": (10,),
        "ratio": (1.0,),
    }
    setting = Setting(
        "reduction", "transition", {}, {"width": 16}, grid, run="dimension.Transition"
    )
    frame = pd.concat(rows(setting, seed) for seed in range(24))
    assert (frame["alignment"] - frame["predicted"]).std() < 0.5 * frame["alignment"].std()
    assert (frame["alignment"] - frame["predicted"]).mean() == pytest.approx(0, abs=0.03)


def test_another_activation_follows_its_own_limit():
    fixed = {"activation": "tanh", "width": 50, "step": 1.0, "alpha": 1.0}
    setting = Setting("reduction", "one_step", {}, fixed, {"d": (20000,)}, run="dimension.OneStep")
    found = pd.concat(rows(setting, seed) for seed in range(6))["along"].mean()
    assert found == pytest.approx(predicted(setting)["along"].item(), abs=0.01)
