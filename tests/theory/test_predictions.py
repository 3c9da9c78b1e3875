"""Predictions of the linear barrier and of the staircase at sample sizes beyond simulation."""

import math

import numpy as np
import pytest

from feature_learning.core.setting import Setting
from papers.running import predicted

SIXTHS = tuple(float(x) for x in np.logspace(-4, 1, 31))  # of a decade
PROBLEM = {"task": 2, "link": "monic_0_1_0.7071067811865475", "noise": 0.0}
SPIKES = {"activation": "shifted-relu", "problem": PROBLEM}
FIXED = {"batch": "fresh", **SPIKES, "n": 1000, "d": 100, "width": 500}


def barrier_at(**grid) -> Setting:
    return Setting("moniri2023", "barrier", {}, FIXED, grid, run="barrier.Barrier")


LEVELS = {"network": (), "alpha": ()}
NETWORKS = {"network": ("simplified",), "alpha": (0.39,)}


@pytest.fixture(scope="module")
def barrier():
    return predicted(barrier_at(**LEVELS, ridge=SIXTHS))


# Least test errors in Setting 2 at d/n = 0.1, d/N = 0.2. The digits are minima over this grid.
BEST = [
    # predictor, alpha, on the grid
    ("l = 0", math.inf, 1.2303),
    ("l = 1", math.inf, 1.0828),
    ("l = 2", math.inf, 0.6005),
    ("inputs", -math.inf, 1.0990),
]


@pytest.mark.parametrize(("predictor", "alpha", "best"), BEST)
def test_best_errors_have_their_known_digits(barrier, predictor, alpha, best):
    rows = barrier[(barrier["predictor"] == predictor) & (barrier["alpha"] == alpha)]
    assert len(rows) == len(SIXTHS)
    assert rows["test"].min() == pytest.approx(best, abs=6e-5)
    # The true minimum lies between the grid's points: a little lower.
    minimum = rows["best_test"].iloc[0]
    assert best - 2.5e-3 < minimum <= rows["test"].min() + 1e-8


def test_best_errors_are_minima_on_a_fine_grid():
    ridges = tuple(float(x) for x in np.logspace(-2.8, 1.2, 400))
    fine = predicted(barrier_at(**LEVELS, ridge=ridges))
    levels = {f"l = {degree}" for degree in (0, 1, 2, 4, 6)}
    assert set(fine["predictor"]) == {"inputs", "inputs, 2n"} | levels
    for _, rows in fine.groupby("predictor"):
        assert rows["best_test"].iloc[0] == pytest.approx(rows["test"].min(), abs=1e-5)


def test_networks_at_finite_size_lie_between_the_limits():
    """Their untrained features see a little of the quadratic part; the step of the exact gradient
    does not reach level two.
    """
    found = (
        predicted(barrier_at(**NETWORKS, ridge=SIXTHS[12:24]))
        .drop_duplicates(["predictor", "alpha"])
        .set_index(["predictor", "alpha"])["best_test"]
    )
    assert found["simplified", -math.inf] == pytest.approx(1.1945, abs=1e-3)
    assert found["l = 2", math.inf] < found["simplified", 0.39] < found["l = 1", math.inf]


def test_the_barrier_is_the_variance_no_linear_predictor_explains(barrier):
    assert barrier["barrier"].unique().tolist() == pytest.approx([1.0])


@pytest.fixture(scope="module")
def staircase():
    """One table for all sizes."""
    alphas = (0.05, 0.1, 0.2, 0.25, 0.3, 0.33, 0.45, 0.5)
    fixed = {**SPIKES, "phi": 0.3, "psi": 0.6, "ridge": 0.01}
    settings = {
        n: Setting(
            "moniri2023", "staircase", {"n": n}, fixed, {"alpha": alphas}, run="staircase.Staircase"
        )
        for n in (1e3, 1e4, 1e6, 1e9, 1e14)
    }
    return {n: predicted(setting).set_index("alpha") for n, setting in settings.items()}


@pytest.mark.parametrize(
    ("n", "gain"), [(1e3, 0.432), (1e4, 0.462), (1e6, 0.476), (1e9, 0.478), (1e14, 0.478)]
)
def test_curves_pass_the_fixed_point_at_a_quarter(staircase, n, gain):
    assert staircase[n].loc[0.25, "test_gain"] == pytest.approx(gain, abs=6e-4)


def test_the_steps_of_the_staircase_sharpen(staircase):
    """Towards 0.296 below a quarter and 0.736 above, from which the smallest size is far."""
    gains = {n: curve["test_gain"] for n, curve in staircase.items()}
    assert gains[1e14][0.2] == pytest.approx(0.296, abs=6e-3)
    assert gains[1e14][0.3] == pytest.approx(0.736, abs=6e-3)
    assert gains[1e14][0.5] == pytest.approx(staircase[1e14]["test_gain_l2"].iloc[0], rel=1e-9)
    assert (
        abs(gains[1e14][0.2] - 0.29577)
        < abs(gains[1e9][0.2] - 0.29577)
        < abs(gains[1e6][0.2] - 0.29577)
    )
    assert [gains[n][0.3] for n in gains] == sorted(gains[n][0.3] for n in gains)


def test_best_errors_at_the_levels(barrier):
    """At the theorem's levels up to l = 6."""
    best = barrier.drop_duplicates("predictor").set_index("predictor")["best_test"]
    found = [best[f"l = {degree}"] for degree in (0, 1, 2, 4, 6)]
    assert found == pytest.approx([1.2285, 1.0827, 0.6000, 0.5512, 0.5233], abs=1e-4)
