"""dandi2023: its jobs at a tiny size, its targets' numbers, and its table of floors."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from feature_learning.core.errors import UserError
from feature_learning.data.covariates import on_sphere
from feature_learning.data.targets import HermiteTarget
from feature_learning.networks.activations import RELU
from feature_learning.networks.initialisation import mirrored
from feature_learning.networks.named import activation
from feature_learning.papers.dandi2023.experiments import equivalence, finite_width, random_features
from feature_learning.papers.dandi2023.experiments.equivalence import features
from feature_learning.papers.dandi2023.experiments.stairs import unlearned
from feature_learning.papers.dandi2023.model import readout
from feature_learning.papers.dandi2023.targets import TARGETS, line, target
from feature_learning.pipeline.declare.catalogue import load
from feature_learning.pipeline.run.experiment import streams
from feature_learning.theory.zonal import Zonal
from papers.running import predicted, rows

CATALOGUE = load({"scale": "smoke"})


@pytest.mark.parametrize(
    ("name", "variance", "linear"),
    [
        ("quartic", 0.7708, 0.5),
        ("notebook-2", 1.5, 0.5),
        ("example-1", 6, 2),
        ("example-2", 6, 2),
        ("regimes", 57, 1),
        ("stand-in", 5, 1),
    ],
)
def test_targets_have_their_norms(name, variance, linear):
    target = TARGETS[name]
    assert target.square_norm == pytest.approx(variance, abs=5e-5)
    assert (target.linear() ** 2).sum() == pytest.approx(linear)
    values = target(np.random.default_rng(0).standard_normal((400000, target.index)))
    if name not in ("regimes",):  # a degree-7 term has no use for a sample variance
        assert (values**2).mean() == pytest.approx(variance, rel=0.05)


def test_the_notebook_s_targets_are_those_of_its_code():
    z = np.random.default_rng(0).standard_normal((50, 2))
    assert TARGETS["notebook-1"](z) == pytest.approx((4 * z[:, 0] + z[:, 0] ** 2 + z[:, 1]) / 2)
    assert TARGETS["notebook-2"](z) == pytest.approx(
        (z[:, 0] + z[:, 0] ** 2 + z[:, 1] - z[:, 1] ** 2) / 2
    )
    link = (z**4 - 6 * z**2 + 3) / 24 + (z**2 - 1) / 2 + z
    assert TARGETS["quartic"](z) == pytest.approx(link.sum(axis=1) / 2)


def test_the_table_of_five_regimes_is_exact():
    (setting,) = CATALOGUE.theory_settings("dandi2023", "regimes")
    table = predicted(setting).set_index(["target", "known", "degree"])["floor"]
    talk = [("w1", 0), ("w1", 1), ("w1-w2", 0), ("w1-w2", 1), ("w1-w2", 2)]
    assert [table["regimes", known, degree] for known, degree in talk] == [56, 54, 52, 4, 0]
    stand_in = [
        table["stand-in", known, degree]
        for known in ("none", "w1", "w1-w2")
        for degree in (0, 1, 2)
    ]
    assert stand_in == pytest.approx([5, 4, 2, 4, 3, 1, 2, 1, 0], abs=1e-12)


@pytest.mark.parametrize("name", ["leaps", "sphere-each", "example-3a", "quartic", "he5"])
def test_what_is_unlearned_is_the_floor_of_the_known_directions(name):
    expansion = target(name, 3)
    for known in ([], [0], [0, 1], [0, 1, 2]):
        learned = np.eye(3)[known] if known else np.zeros((1, 3))
        assert unlearned(expansion, learned) == pytest.approx(expansion.floor(known, 0), abs=1e-9)


def test_a_direction_that_is_learned_in_part_gives_a_power_of_its_cosine():
    for degree in (1, 2, 3):
        term = [0, 0, 0]
        term[degree - 1] = degree
        kept = {t: c for t, c in TARGETS["leaps"].terms.items() if t == tuple(term)}
        learned = np.zeros((1, 3))
        learned[0, degree - 1] = 0.8
        found = unlearned(HermiteTarget(kept), learned)
        assert found == pytest.approx(1 - 0.8 ** (2 * degree), rel=1e-9)


def test_floors_of_few_neurons():
    floors = {
        name: [finite_width.floor(name, time) for time in range(4)]
        for name in ("example-1", "example-2")
    }
    assert floors["example-1"] == pytest.approx([6, 4, 0, 0], abs=1e-12)
    assert floors["example-2"] == pytest.approx([6, 2, 2, 2], abs=1e-12)


@pytest.mark.parametrize(
    ("x", "risks"),
    [
        (1.5, {30: 2.1588, 100: 2.0971, 1000: 2.0336, 10000: 2.0109}),
        (2.5, {30: 0.404, 100: 0.600, 1000: 0.855, 10000: 0.953}),
    ],
)
def test_random_features_have_their_known_risks(x, risks):
    (setting,) = CATALOGUE.theory_settings("dandi2023", "plateaus")
    law = predicted(
        replace(setting, grid={"d": tuple(risks), "varied": ("samples",), "log_size": (x,)})
    )
    assert law["error"].tolist() == pytest.approx(
        list(risks.values()), abs=6e-5 if x == 1.5 else 6e-4
    )


def test_step_sizes_in_any_dimension_are_those_of_the_runs():
    (setting,) = CATALOGUE.theory_settings("dandi2023", "half_steps")
    (runs,) = CATALOGUE.theory_settings("dandi2023", "behind")
    case = next(one for one in runs.listed("cases") if one["leap"] == 2)
    (least,) = {one["smallest"] for one in setting.listed("leaps")}
    factors = (1.0, case["d"] / least, 1e4)
    found = predicted(replace(setting, grid={**setting.grid, "factor": factors}))
    own = predicted(replace(runs, grid={"cases": (case,), "ratio": (setting["ratio"],)}))
    steps = found.pivot(index="leap", columns="d", values="step").to_numpy()
    assert steps[1, 1] == pytest.approx(own["step"].item())
    powers = np.log(steps[:, 2] / steps[:, 1]) / np.log(factors[2] / factors[1])
    assert powers.tolist() == pytest.approx([0.0, 0.5, 1.0], abs=0.12)


def test_the_sphere_target_has_unit_harmonics():
    x = np.random.default_rng(0).standard_normal((400000, 30))
    x *= np.sqrt(30) / np.linalg.norm(x, axis=1, keepdims=True)
    parts = random_features.components(x)
    assert parts @ parts.T / len(x) == pytest.approx(np.eye(3), abs=0.02)


def test_exact_risks_of_random_features_are_errors_on_test_points():
    (declared,) = CATALOGUE.settings("dandi2023", "random_features")
    setting = replace(
        declared,
        fixed={**declared.fixed, "d": 8},
        grid={"varied": ("samples", "width"), "log_size": (2.0,)},
    )
    found, rng, sigma = (
        rows(setting).set_index("varied")["error"],
        streams(setting, 0),
        activation("relu-1"),
    )
    sample, weights = (
        on_sphere(rng(purpose).standard_normal((64, 8))) for purpose in ("train", "init")
    )
    x = on_sphere(np.random.default_rng(0).standard_normal((200_000, 8)))
    y, labels = (random_features.components(8**0.5 * points).sum(axis=0) for points in (x, sample))
    kernel = Zonal.of(sigma, 8, sigma.kinks)
    dual = np.linalg.solve(kernel.gram(sample @ sample.T) + 1e-3 * np.eye(64), labels)
    assert found["samples"] == pytest.approx(
        ((y - kernel.mean_product(kernel, x @ sample.T) @ dual) ** 2).mean(), rel=0.02
    )
    features = sigma(8**0.5 * x @ weights.T)
    assert found["width"] == pytest.approx(np.linalg.lstsq(features, y)[1][0] / len(x), rel=0.02)


def test_equivalent_features_have_mean_and_covariance_with_the_inputs():
    rng = np.random.default_rng(0)
    weights = rng.standard_normal((3, 8)) / np.sqrt(8)
    weights[:, 0] += 1
    known = np.eye(8)[:1]
    x = rng.standard_normal((300000, 8))
    true, conditional, matched = (
        features(model, RELU, weights, known)(x, rng)
        for model in ("true-features", "conditional", "matched")
    )
    assert np.cov(matched.T) == pytest.approx(np.cov(true.T), abs=0.02)
    for found in (conditional, matched):
        assert found.mean(axis=0) == pytest.approx(true.mean(axis=0), abs=0.015)
        assert found.T @ x / len(x) == pytest.approx(true.T @ x / len(x), abs=0.015)
        assert found.var(axis=0) == pytest.approx(true.var(axis=0), rel=0.02)
    quadratic = x[:, 0] ** 2 - 1
    assert conditional.T @ quadratic / len(x) == pytest.approx(
        true.T @ quadratic / len(x), abs=0.015
    )
    assert (
        np.abs(matched.T @ quadratic).max() / len(x)
        < 0.01
        < np.abs(true.T @ quadratic).min() / len(x)
    )


def test_mirror_pairs_have_no_output():
    first, second = mirrored(
        np.random.default_rng(0).standard_normal((3, 5)), np.array([1.0, 2, 3]), 6
    )
    x = np.random.default_rng(1).standard_normal((7, 5))
    assert RELU(x @ first.T) @ second == pytest.approx(np.zeros(7), abs=1e-14)


def test_odd_widths_and_unknown_readouts_are_refused():
    with pytest.raises(UserError, match="even number of neurons, not 5"):
        mirrored(np.ones((2, 3)), np.ones(2), 5)
    with pytest.raises(UserError, match="3 first"):
        mirrored(np.ones((3, 3)), np.ones(3), 4)
    with pytest.raises(UserError, match="Did you mean spread"):
        readout("spred", 4)


@pytest.mark.parametrize(
    ("name", "aim"),
    [("tanh", "monic_0_1_0.5"), ("relu-0.5", "monic_0_1_0.5__0_1_-0.5"), ("softplus", "example-1")],
)
def test_one_step_of_other_activations_and_targets(name, aim):
    """A link of one direction leaves the other one out; two lists are a sum over directions."""
    (declared,) = CATALOGUE.settings("dandi2023", "one_step")
    setting = replace(
        declared,
        fixed={**declared.fixed, "activation": name},
        grid={"d": (512,), "target": (aim,), "alpha": (4.0,)},
    )
    found = pd.concat(rows(setting, seed) for seed in range(3))
    (expected,) = predicted(setting).to_dict("records")
    for sign in ("plus_along", "minus_along"):
        assert found[sign].mean() == pytest.approx(expected[sign], abs=0.03)
    assert found["gradient_along"].mean() == pytest.approx(expected["gradient_along"], abs=0.03)


def test_the_equivalents_of_a_smooth_activation_have_its_moments():
    rng = np.random.default_rng(0)
    x, weights = rng.standard_normal((60_000, 6)), 0.7 * rng.standard_normal((3, 6))
    known = np.eye(6)[:1]
    truth, matched, conditional = (
        equivalence.features(model, activation("softplus"), weights, known)(x, rng)
        for model in ("true-features", "matched", "conditional")
    )
    for found in (matched, conditional):
        assert found.mean(axis=0) == pytest.approx(truth.mean(axis=0), abs=0.02)
        assert found.var(axis=0) == pytest.approx(truth.var(axis=0), rel=0.04)
        assert (found * x[:, :1]).mean(axis=0) == pytest.approx(
            (truth * x[:, :1]).mean(axis=0), abs=0.03
        )


def test_targets_that_do_not_fit_are_refused():
    with pytest.raises(UserError, match="on 3 directions, and at most 2"):
        target("example-3a", 2)
    with pytest.raises(UserError, match=r"target tanh: .* infinitely many"):
        target("tanh", 2)
    with pytest.raises(UserError, match=r"target tahn: unknown link 'tahn'"):
        target("tahn", 1)
    with pytest.raises(UserError, match="linear part, and the target has none"):
        line(target("he2", 2))
