"""mei2019: its jobs at a tiny size, the limits they follow, and the fit that serves all widths."""

import numpy as np
import pandas as pd
import pytest

from feature_learning.core.errors import UserError
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.networks.activations import RELU
from feature_learning.papers.mei2019 import noise, theory
from feature_learning.papers.mei2019.model import TARGETS, feature_matrix, inputs, target, weights
from feature_learning.theory.double_descent import bias_variance
from feature_learning.training.nested import NestedLeastSquares
from feature_learning.training.second_layer import least_norm, ridge
from papers.running import rows


def test_both_models_see_the_same_data_and_directions():
    setting = Setting(
        "mei2019", "noise", {}, {"d": 20, "psi2": 3.0, "lam": 1.0, "test_size": 50}, {"target": ("noise",), "model": (), "ratio": (1.0,)}
    )
    rng = Streams("mei2019", "noise", 0)
    first = noise.sample(setting, rng)
    again = noise.sample(setting, rng)
    assert all(np.array_equal(first[name], again[name]) for name in first)
    assert np.allclose(np.linalg.norm(first["directions"], axis=1) ** 2, 20)


def test_the_gaussian_model_has_the_activation_s_mean_slope_and_variance():
    rng = Streams("mei2019", "noise", 0)
    drawn = weights(60, 4, rng)
    x = inputs(40000, 60, rng, "train")
    projections = x @ drawn["directions"].T / np.sqrt(60)
    for model in ("features", "gaussian"):
        found = feature_matrix(model, RELU, x, drawn["directions"], rng("surrogate"), np, lambda array: array)
        assert found.mean() == pytest.approx(RELU.hermite[0], abs=0.01)
        assert (found * projections).mean() == pytest.approx(RELU.hermite[1], abs=0.02)
        assert found.var() == pytest.approx(RELU.hermite[1] ** 2 + RELU.nonlinear**2, rel=0.03)


def test_targets_have_the_declared_norms():
    g = np.random.default_rng(0).standard_normal(400000)
    for aim in TARGETS.values():
        assert aim(g).var() == pytest.approx(aim.linear**2 + aim.beyond(1), rel=0.02)
    assert [(aim.linear, aim.beyond(1), aim.noise_variance) for aim in TARGETS.values()] == [
        pytest.approx(parts) for parts in ((1, 0, 0.25), (1, 0.25, 0), (0, 1, 0))
    ]


def test_simulated_risk_is_the_predicted_one():
    fixed = {"activation": "relu", "d": 150, "psi2": 3.0, "lam": 0.01, "test_size": 3000}
    setting = Setting("mei2019", "noise", {}, fixed, {"target": ("noise",), "model": ("features",), "ratio": (0.5, 2.0)})
    found = pd.concat(rows(setting, seed) for seed in range(8)).groupby("ratio")["risk"].agg(["mean", "sem"])
    for ratio, row in found.iterrows():
        bias, variance = bias_variance(RELU, 3 * ratio, 3.0, 0.01)
        assert abs(row["mean"] - (bias + 0.25 * variance)) < 4 * row["sem"] + 0.03


@pytest.mark.parametrize("width", [5, 29, 30, 31, 45, 60])
@pytest.mark.parametrize("penalty", [0.0, 0.3])
def test_nested_fits_are_the_single_ones(width, penalty):
    rng = np.random.default_rng(1)
    features, labels = rng.standard_normal((30, 60)) + 0.4, rng.standard_normal(30)
    nested = NestedLeastSquares(features, labels)
    nested.solve(31, penalty)  # an earlier width must not disturb a later one
    single = ridge(features[:, :width], labels, penalty) if penalty else least_norm(features[:, :width], labels)
    assert np.allclose(nested.solve(width, penalty), single, rtol=1e-6, atol=1e-8)


def test_nested_fits_refuse_what_they_cannot_do():
    nested = NestedLeastSquares(np.eye(3, 6), np.ones(3))
    nested.solve(6, 1.0)
    for width, penalty in ((0, 1.0), (7, 1.0), (2, -1.0), (5, 1.0)):
        with pytest.raises(UserError, match=f"{width}"):
            nested.solve(width, penalty)


def test_ridgeless_fits_interpolate_from_n_on():
    setting = Setting(
        "mei2019",
        "double_descent",
        {},
        {"activation": "relu", "link": "he1", "psi2": 3.0, "test_size": 10},
        {"d": (20,), "model": ("features", "gaussian"), "ratio": (0.5, 1.0, 1.1, 3.0), "lam": (0.0,)},
    )
    frame = rows(setting)
    assert (frame[frame["ratio"] >= 1]["train"] < 1e-10).all()
    assert (frame[frame["ratio"] < 1]["train"] > 1e-3).all()


@pytest.mark.parametrize("name", ["tanh", "monic_0_1_0.5"])
@pytest.mark.parametrize("aim", ["quadratic", "tanh", "orthonormal_0_1_0_0.5"])
def test_other_activations_and_links_have_the_predicted_risk(name, aim):
    fixed = {"activation": name, "d": 120, "psi2": 3.0, "lam": 0.05, "test_size": 3000}
    setting = Setting("mei2019", "noise", {}, fixed, {"target": (aim,), "model": ("features",), "ratio": (0.5, 2.0)})
    found = pd.concat(rows(setting, seed) for seed in range(6)).groupby("ratio")["risk"].agg(["mean", "sem"])
    expected = theory.noise(setting).set_index("ratio")["risk"]
    assert ((found["mean"] - expected).abs() < 4 * found["sem"] + 0.04 * expected).all()


def test_a_target_with_a_mean_is_refused_by_the_theory_alone():
    fixed = {"activation": "relu", "d": 30, "psi2": 3.0, "lam": 0.05, "test_size": 100}
    setting = Setting("mei2019", "noise", {}, fixed, {"target": ("relu",), "model": ("features",), "ratio": (0.5,)})
    assert np.isfinite(rows(setting, 0)["risk"]).all()
    with pytest.raises(UserError, match=r"target without a mean, .* 0\.3989 of degree 0"):
        theory.noise(setting)
    assert target("noise").noise_variance == 0.25


@pytest.mark.parametrize("name", ["square", "monic_0_1"])
def test_an_activation_that_is_linear_or_even_is_refused_by_the_theory(name):
    fixed = {"activation": name, "psi2": 3.0}
    with pytest.raises(UserError, match=f"a linear and a non-linear part, and {name} has c_1"):
        theory.phase_diagram(Setting("mei2019", "phase_diagram", {}, fixed, {"rho_over_threshold": (0.5,)}))
