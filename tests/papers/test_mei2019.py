"""mei2019: exact risks, the theories they follow, and the fit that serves all widths."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from feature_learning.core.errors import UserError
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.networks.activations import RELU
from feature_learning.networks.named import activation
from feature_learning.papers.mei2019.experiments.widths import Noise
from feature_learning.papers.mei2019.model import (
    MODELS,
    TARGETS,
    Batch,
    Population,
    directions,
    feature_matrix,
    inputs,
    on_inputs,
    target,
)
from feature_learning.pipeline.declare.catalogue import load
from feature_learning.pipeline.declare.uncovered import not_covered
from feature_learning.theory.double_descent import large_sample_bias
from feature_learning.training.nested import NestedLeastSquares
from feature_learning.training.second_layer import least_norm, ridge
from papers.running import CPU, predicted, rows


def noise_setting(**changes) -> Setting:
    fixed = {
        "activation": "relu",
        "d": 60,
        "psi2": 3.0,
        "lam": 0.01,
        "teachers": 30,
        **changes.pop("fixed", {}),
    }
    return Setting(
        "mei2019",
        "noise",
        {},
        fixed,
        {"target": ("noise",), "model": ("features",), "ratio": (0.5, 2.0), **changes},
        run="widths.Noise",
    )


def phases(fixed, *multiples) -> Setting:
    grid = {"rho_over_threshold": multiples}
    return Setting("mei2019", "phase_diagram", {}, fixed, grid, run="limits.PhaseDiagram")


def test_teachers_are_orthonormal_and_features_lie_on_the_sphere():
    drawn = Noise(noise_setting()).generate(Streams("mei2019", "noise", 0))
    assert drawn["teachers"].shape == (60, 30)
    assert np.allclose(drawn["teachers"].T @ drawn["teachers"], np.eye(30))
    assert np.allclose(np.linalg.norm(drawn["features"], axis=1), 1)
    assert directions(10, 4, 40, Streams("mei2019", "noise", 0))["teachers"].shape == (10, 10)


def test_the_gaussian_model_has_the_activation_s_mean_slope_and_variance():
    rng = Streams("mei2019", "noise", 0)
    drawn = directions(60, 4, 1, rng)
    projections = inputs(40000, 60, rng) @ drawn["features"].T
    for model in MODELS:
        found = feature_matrix(model, RELU, projections, rng("surrogate"), CPU)
        assert found.mean() == pytest.approx(RELU.hermite[0], abs=0.01)
        assert (found * projections).mean() == pytest.approx(RELU.hermite[1], abs=0.02)
        assert found.var() == pytest.approx(RELU.hermite[1] ** 2 + RELU.nonlinear**2, rel=0.03)


def test_targets_have_the_declared_powers_on_the_sphere():
    z = inputs(400000, 20, Streams("mei2019", "noise", 0))[:, 0]
    for aim in TARGETS.values():
        own = on_inputs(aim, 20)
        assert own(z).var() == pytest.approx(aim.linear**2 + aim.beyond(1), rel=0.02)
        assert own.square == pytest.approx(aim.linear**2 + aim.beyond(1))
    assert [(aim.linear, aim.beyond(1), aim.noise_variance) for aim in TARGETS.values()] == [
        pytest.approx(parts) for parts in ((1, 0, 0), (0, 1, 0), (1, 0, 0.25), (1, 0.25, 0))
    ]


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("name", ["relu", "tanh", "monic_0_1_0.5"])
def test_the_exact_risk_is_that_on_many_test_inputs(model, name):
    d, width, rng = 20, 30, Streams("mei2019", "noise", 3)
    sigma, drawn = activation(name), directions(d, width, 2, rng)
    aims = [target("quadratic"), target("tanh")]
    x = inputs(200000, d, rng, "test")
    batch = Batch.of(x, aims, drawn, rng, CPU)
    features = feature_matrix(model, sigma, batch.projections, rng("surrogate"), CPU)
    readouts = rng("refit").standard_normal((width, 4)) / width
    population = Population.of(model, sigma, batch.targets, drawn, CPU)
    left = (batch.labels - features @ readouts) ** 2
    error = 4 * left.std(axis=0) / np.sqrt(len(x))
    assert (np.abs(left.mean(axis=0) - population.risk(readouts)) < error).all()
    learned = (batch.labels * (features @ readouts)).mean(axis=0) / (batch.labels**2).mean(axis=0)
    assert np.allclose(learned, population.learned(readouts), atol=0.02)


def test_simulated_risk_is_the_predicted_one():
    setting = noise_setting(fixed={"d": 100})
    found = (
        pd.concat(rows(setting, seed) for seed in range(6))
        .groupby("ratio")["risk"]
        .agg(["mean", "sem"])
    )
    expected = predicted(setting).set_index("ratio")
    assert (
        (found["mean"] - expected["finite"]).abs() < 4 * found["sem"] + 0.01 * expected["finite"]
    ).all()


def test_poles_of_the_ridgeless_bias():
    setting = Setting(
        "mei2019",
        "wide_limit",
        {},
        {"activation": "relu", "psi2": 3.0},
        {"size": (5.0,), "lbar": (0.0,), "psi1": (3.0,)},
        run="limits.WideLimit",
    )
    found = predicted(setting)
    near = found[(found["grows"] == "samples") & (abs(found["size"] / 3 - 1) < 2e-4)]
    assert len(near) == 2
    assert np.allclose(
        abs(1 - near["size"] / 3) * near["bias"], large_sample_bias(RELU, 3.0), rtol=1e-3
    )


@pytest.mark.parametrize("width", [5, 29, 30, 31, 45, 60])
@pytest.mark.parametrize("penalty", [0.0, 0.3])
def test_nested_fits_are_the_single_ones(width, penalty):
    rng = np.random.default_rng(1)
    features, labels = rng.standard_normal((30, 60)) + 0.4, rng.standard_normal(30)
    nested = NestedLeastSquares(features, labels)
    nested.solve(31, penalty)  # an earlier width must not disturb a later one
    single = (
        ridge(features[:, :width], labels, penalty)
        if penalty
        else least_norm(features[:, :width], labels)
    )
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
        {"activation": "relu", "psi2": 3.0, "teachers": 5},
        {
            "d": (20,),
            "model": MODELS,
            "target": ("linear",),
            "ratio": (0.5, 1.0, 1.1, 3.0),
            "lam": (0.0,),
        },
        run="widths.DoubleDescent",
    )
    frame = rows(setting)
    assert (frame[frame["ratio"] >= 1]["train"] < 1e-10).all()
    assert (frame[frame["ratio"] < 1]["train"] > 1e-3).all()


@pytest.mark.parametrize("name", ["tanh", "monic_0_1_0.5"])
@pytest.mark.parametrize("aim", ["quadratic", "tanh", "orthonormal_0_1_0_0.5"])
def test_other_activations_and_links_have_the_predicted_risk(name, aim):
    setting = noise_setting(fixed={"activation": name, "d": 100, "lam": 0.05}, target=(aim,))
    found = (
        pd.concat(rows(setting, seed) for seed in range(4))
        .groupby("ratio")["risk"]
        .agg(["mean", "sem"])
    )
    expected = predicted(setting).set_index("ratio")["finite"]
    assert ((found["mean"] - expected).abs() < 4 * found["sem"] + 0.03 * expected).all()


@pytest.mark.parametrize("name", ["square", "monic_0_1"])
def test_an_activation_that_is_linear_or_even_is_refused_by_the_theory(name):
    fixed = {"activation": name, "psi2": 3.0}
    setting = phases(fixed, 0.5)
    assert f"a linear and a non-linear part, and {name} has c_1" in not_covered([setting])
    assert predicted(setting).drop(columns="rho_over_threshold").isna().all(axis=None)


@pytest.mark.parametrize("name", ["noise", "double_descent", "sample_wise"])
def test_a_target_with_a_mean_has_no_prediction(name):
    catalogue = load({"scale": "smoke"})
    setting = catalogue.theory_settings("mei2019", name)[0]
    assert not not_covered([setting])
    if "target" in setting.grid:
        setting = replace(setting, grid={**setting.grid, "target": ("linear", "relu")})
    else:
        setting = replace(setting, fixed={**setting.fixed, "link": "relu"})
    assert "without a mean, and relu has the coefficient 0.3989" in not_covered([setting])
    found = predicted(setting)
    assert found["risk" if "risk" in found else "test"].isna().all()
    if "target" in setting.grid:
        assert set(found["target"]) == {"linear", "relu"}


def test_a_target_with_a_mean_is_simulated():
    setting = noise_setting(target=("relu",), ratio=(0.5,))
    assert np.isfinite(rows(setting, 0)["risk"]).all()


def test_the_smallest_penalty_is_used_as_it_is_given():
    """At N = n the risk without noise grows as the inverse root of the penalty."""
    risks = [
        predicted(noise_setting(ratio=(1.0,), fixed={"lam": lam}))[["risk", "finite"]]
        for lam in (1e-9, 1e-7)
    ]
    ratio = (risks[0] / risks[1]).iloc[0].tolist()
    assert ratio == pytest.approx([10, 10], rel=0.01)
    with pytest.raises(UserError, match="0 or at least 1e-09"):
        load(
            {"scale": "smoke", "overrides": {"mei2019": {"experiments": {"noise": {"lam": 1e-12}}}}}
        )


def test_the_best_penalty_of_a_weak_signal_is_found():
    """It tends to ``zeta^2/rho`` in the wide limit, beyond every declared range."""
    fixed = {"activation": "relu", "psi2": 3.0}
    found = predicted(phases(fixed, 1e-4, 1e-6))
    rows = found[found["rho_over_threshold"] < 0.01]
    best = rows["best_lbar"] * rows["rho_over_threshold"]
    assert np.allclose(best, best.iloc[0], rtol=1e-3)
    assert best.iloc[0] > 0.1
