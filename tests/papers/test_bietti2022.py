"""bietti2022: its jobs at a tiny size, its options, and its bad input."""

import dataclasses

import numpy as np
import pandas as pd
import pytest

from feature_learning.core.errors import UserError
from feature_learning.core.streams import Streams
from feature_learning.data.relu_links import zigzag
from feature_learning.papers.bietti2022 import (
    landscape,
    learning_curves,
    theory,
)
from feature_learning.papers.bietti2022.model import favourable, outcome, sample_data, warn_if_unstable
from feature_learning.pipeline.declare.catalogue import load
from feature_learning.theory.tied_population import TiedPopulation
from papers.running import rows


def tiny(name, **fixed):
    (setting,) = load({"scale": "smoke"}).settings("bietti2022", name)
    short = {"iterations": 300, "warmup": 100} if "iterations" in setting.fixed else {}
    return dataclasses.replace(setting, fixed={**setting.fixed, **short, **fixed})


def test_restarts_are_run_at_one_size_and_for_exponents_from_two_on():
    setting = tiny("selection")
    frame = rows(setting)
    again = frame[frame["restart"] > 0]
    assert set(again["n"]) == {setting["restarts_at"]}
    assert set(again["s"]) == {2}
    assert len(again) == setting["restarts"] - 1
    assert len(frame[frame["restart"] == 0]) == np.prod([len(values) for values in setting.grid.values()])


def test_the_first_exponent_is_learned_with_enough_samples_and_not_with_few():
    setting = tiny("learning_curves", iterations=2000, warmup=500)
    setting = dataclasses.replace(setting, grid={"d": (10,), "n": (30, 3000), "s": (1,)})
    frame = pd.concat(rows(setting, seed) for seed in range(4))
    overlap = frame.groupby("n")["overlap"].mean()
    assert overlap[3000] > 0.95
    assert overlap[30] < 0.7
    learned = frame[frame["n"] == 3000]
    assert np.abs(np.log10(learned["refit"] / learned["predicted"])).max() < 0.1


def test_single_precision_moves_no_overlap_that_matters():
    """The verdicts are on means over seeds with margins of 0.02 and more, on learned runs of order 1e-3."""
    setting = dataclasses.replace(tiny("learning_curves", iterations=1500, warmup=500), grid={"d": (10,), "n": (1000, 3000), "s": (1, 2)})
    single = rows(setting)
    double = rows(dataclasses.replace(setting, fixed={**setting.fixed, "dtype": "float64"}))
    assert np.abs(single["overlap"] - double["overlap"]).max() < 2e-3
    assert np.allclose(single["refit"], double["refit"], rtol=2e-2)


def test_favourable_signs():
    rng = np.random.default_rng(0)
    population = TiedPopulation(10 * rng.standard_normal(30), rng.choice([-1.0, 1.0], 30))
    target = zigzag(3)
    for _ in range(20):
        theta, c = rng.standard_normal(5), rng.standard_normal(30)
        flipped, other = favourable(theta, c, population, target, 3, force=True)
        assert flipped[0] >= 0
        assert target.coefficients(3)[3] * (population.modes[3] @ other) > 0
        assert np.array_equal(np.abs(flipped), np.abs(theta))
        kept = favourable(theta, c, population, target, 3, force=False)
        assert np.array_equal(kept[0], theta)
        assert np.array_equal(kept[1], c)


def test_unforced_signs_change_the_runs():
    setting = dataclasses.replace(tiny("learning_curves"), grid={"d": (10,), "n": (100,), "s": (1, 2)})
    free = dataclasses.replace(setting, fixed={**setting.fixed, "force_signs": False})
    assert any(not np.allclose(rows(setting, seed)["overlap"], rows(free, seed)["overlap"]) for seed in range(4))


def test_the_hermite_link_runs():
    frame = rows(dataclasses.replace(tiny("learning_curves", link="hermite"), grid={"d": (10,), "n": (100,), "s": (3,)}))
    assert np.isfinite(frame["refit"]).all()


def test_excess_is_the_test_error_on_noiseless_labels():
    setting, rng = tiny("learning_curves"), Streams("bietti2022", "learning_curves", 0)
    drawn = sample_data(setting, 10, rng)
    instance = learning_curves.sample(setting, rng)
    population, target = TiedPopulation(instance["offsets"], instance["signs"]), zigzag(2)
    theta = np.zeros(10)
    theta[:2] = 0.8, 0.6
    c = population.best(population.correlations(target, [0.8]), 1e-3)[0]
    found = outcome(theta, c, drawn, 1000, population, target)
    x = np.random.default_rng(1).standard_normal((400_000, 10))
    u = x @ theta
    network = np.maximum(u[:, None] * population.signs - population.offsets, 0) @ c / 10
    squares = (target(x[:, 0]) - network) ** 2
    assert found["raw"] == pytest.approx(squares.mean(), abs=4 * squares.std() / 400_000**0.5)
    assert found["predicted"] <= found["refit"]
    assert found["predicted"] <= found["raw"]


class TestBadInput:
    def test_a_step_size_above_stability_warns_before_running(self):
        setting, rng = tiny("learning_curves"), Streams("bietti2022", "learning_curves", 0)
        instance = learning_curves.sample(setting, rng)
        population = TiedPopulation(instance["offsets"], instance["signs"])
        bound = 1 / np.linalg.eigvalsh(population.gram)[-1]
        warn_if_unstable(setting, population, [0.99 * bound])
        with pytest.warns(RuntimeWarning, match="1/lambda_max"):
            warn_if_unstable(setting, population, [1.01 * bound])

    def test_a_diverged_run_is_a_row(self):
        setting = dataclasses.replace(tiny("learning_curves", eta=0.2), grid={"d": (10,), "n": (100,), "s": (1, 2)})
        with pytest.warns(RuntimeWarning, match="may diverge"):
            frame = rows(setting)
        assert len(frame) == 2
        assert frame["diverged"].all()
        assert frame["overlap"].isna().all()

    def test_an_unknown_link_is_named(self):
        with pytest.raises(UserError, match="zigzag"):
            rows(tiny("learning_curves", link="zigzg"))

    def test_an_exponent_of_zero_is_refused(self):
        setting = tiny("learning_curves")
        with pytest.raises(UserError, match="information exponent"):
            rows(dataclasses.replace(setting, grid={**setting.grid, "s": (0,)}))


def test_theory_of_the_learning_curves():
    (setting,) = load({}).theory_settings("bietti2022", "learning_curves")
    law = theory.learning_curves(setting).set_index(["d", "s"])
    assert law["chance"].unstack("d").iloc[0].tolist() == pytest.approx([0.2587, 0.1806], abs=1e-4)
    assert law["needed"].loc[10].tolist() == pytest.approx([100, 316.2, 1000], abs=0.1)
    assert law["needed"].loc[20].tolist() == pytest.approx([400, 1788.9, 8000], abs=0.1)


def test_violations_are_counted():
    m = np.linspace(-1, 1, 21)
    assert landscape.violations(m, -(m**2)) == 0
    assert landscape.violations(m, m**2) == 20
    assert landscape.violations(m, -(m**2) * (1.5 - m**2)) > 0
