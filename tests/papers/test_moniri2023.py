"""Moniri et al.: every experiment at a tiny size, and what its figures and claims rely on."""

import ast
import importlib
import math
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import feature_learning
from feature_learning.core import parquet
from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.core.tables import Tables
from feature_learning.papers.moniri2023 import claims, theory
from feature_learning.papers.moniri2023.model import alignment, gradient_scale, task_link
from feature_learning.pipeline.declare.catalogue import load
from feature_learning.statistics.verdicts import judge

PAPER = "moniri2023"
CATALOGUE = load({"scale": "smoke", "papers": [PAPER]})
TASKS = {setting["task"]: task_link(setting) for setting in CATALOGUE.settings(PAPER, "one_step")}
DECLARED = CATALOGUE.papers[PAPER]
LAPTOP = load({"scale": "laptop", "papers": [PAPER]})
SIMULATED = [name for name, design in DECLARED.experiments.items() if design.seeds]
SIZES = {"n": 60, "d": 18, "width": 30, "test_size": 40}
# The grid of the laptop scale, which the claims name points of; gradient sizes and theory's grid cut down.
GRIDS = {"gradient_rank": {"n": (40, 80, 160, 320)}}


def tiny(setting):
    fixed = {name: SIZES.get(name, value) for name, value in setting.fixed.items()}
    if setting.experiment == "staircase":
        fixed = dict(setting.fixed)
    return replace(setting, fixed=fixed, grid={**setting.grid, **GRIDS.get(setting.experiment, {})})


def module(name):
    return importlib.import_module(f"feature_learning.papers.{PAPER}.{name}")


def rows(setting: Setting, seed: int) -> list[dict]:
    experiment, rng = module(setting.experiment), Streams(PAPER, setting.experiment, seed)
    instance = experiment.sample(setting, rng)
    if hasattr(experiment, "data"):
        instance = {**instance, **experiment.data(setting, instance, rng)}
    return list(experiment.train(setting, instance, rng, Device("cpu", np)))


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """Metrics of three seeds and theory of every experiment, laid out as the pipeline does."""
    folder = tmp_path_factory.mktemp("results")
    for name in DECLARED.experiments:
        runs = [
            {**row, **setting.values, "seed": seed}
            for setting in map(tiny, LAPTOP.settings(PAPER, name))
            for seed in range(3)
            for row in (rows(setting, seed) if name in SIMULATED else [])
        ]
        if runs:
            parquet.write_rows(runs, folder / "metrics" / PAPER / f"{name}.parquet", {})
        frames = []
        for setting in map(tiny, (LAPTOP.settings if name == "spectra" else LAPTOP.theory_settings)(PAPER, name)):
            found = getattr(theory, name)(setting)
            frames.append(found.assign(**{key: value for key, value in setting.values.items() if key not in found}))
        records = pd.concat(frames).to_dict("records")
        parquet.write_rows(records, folder / "theory" / PAPER / f"{name}.parquet", {})
    return folder


@pytest.fixture
def tables(results):
    return Tables(results, PAPER)


def test_the_two_tasks_share_their_draws():
    """Same teacher, weights and inputs, labels apart: the claims compare them seed by seed."""
    first, second = (tiny(setting) for setting in CATALOGUE.settings(PAPER, "one_step"))
    assert (first["task"], second["task"]) == (1, 2)
    one_step, drawn = module("one_step"), []
    for setting in (first, second):
        rng = Streams(PAPER, "one_step", 5)
        instance = one_step.sample(setting, rng)
        drawn.append({**instance, **one_step.data(setting, instance, rng)})
    assert drawn[0].keys() == drawn[1].keys()
    for name in drawn[0]:
        assert np.array_equal(drawn[0][name], drawn[1][name]) != name.endswith("labels"), name
    # Without its noise, task 1's label is the linear part of task 2's.
    projection = drawn[0]["test_inputs"] @ drawn[0]["beta_star"]
    assert drawn[1]["test_labels"] == pytest.approx(TASKS[2](projection))


def test_batches_are_fresh():
    setting = tiny(CATALOGUE.settings(PAPER, "one_step")[0])
    rng = Streams(PAPER, "one_step", 0)
    one_step = module("one_step")
    data = one_step.data(setting, one_step.sample(setting, rng), rng)
    assert data["train_inputs"].shape == data["refit_inputs"].shape == (SIZES["n"], SIZES["d"])
    assert np.abs(np.corrcoef(data["train_inputs"].ravel(), data["refit_inputs"].ravel())[0, 1]) < 0.15


def test_sizes_of_the_gradient_experiment_are_nested():
    """A smaller size is a corner of the largest: its instance does not depend on the other sizes."""
    setting = tiny(CATALOGUE.settings(PAPER, "gradient_rank")[0])
    alone = replace(setting, grid={"n": (80, 320)})
    both = {row["n"]: row for row in rows(setting, 0)}
    assert [both[row["n"]] for row in rows(alone, 0)] == rows(alone, 0)
    assert len(rows(alone, 0)) == 2


def test_gains_are_paired_differences(tables):
    runs = tables.runs("one_step")
    for name in ("objective", "train", "test"):
        assert runs[f"{name}_gain"].to_numpy() == pytest.approx((runs[f"untrained_{name}"] - runs[name]).to_numpy())
    untrained = runs[runs["variant"].isin(["fresh", "interaction", "spikes"])].groupby(["task", "seed"])["untrained_test"]
    assert (untrained.max() - untrained.min()).max() < 1e-12


def test_the_limits_of_beta():
    """b^2 = 1 + 2 d/n and rho = 0.790569 at d/n = 0.3, for both tasks."""
    for link in TASKS.values():
        assert link.square_norm + link.noise_variance == pytest.approx(2.0)
        assert gradient_scale(link, 0.3) ** 2 == pytest.approx(1.6)
        assert alignment(link, 0.3) == pytest.approx(0.790569, abs=6e-7)
    assert [alignment(TASKS[1], 1 / ratio) for ratio in (0.5, 1, 2, 4, 8)] == pytest.approx([0.447, 0.577, 0.707, 0.816, 0.894], abs=6e-4)


def test_the_level_with_the_interaction_kept():
    """``sqrt((c_1^2 + phi E sigma^2)/b^2)`` = 0.469 at d/n = 0.3 in Setting 1."""
    frame = theory.gradient_rank(LAPTOP.theory_settings(PAPER, "gradient_rank")[0])
    assert frame["kept"].to_numpy() == pytest.approx(np.full(4, 0.469), abs=6e-4)


def test_spectra_theory_has_the_known_digits():
    setting = LAPTOP.theory_settings(PAPER, "spectra")[0]
    found = theory.spectra(replace(setting, grid={**setting.grid, "alpha": (-math.inf, 0.2, 0.29, 0.39)})).set_index("alpha")
    assert found["bulk_edge"].iloc[0] == pytest.approx(1.3800786, abs=1e-7)
    assert found["weight_edge"].iloc[0] == pytest.approx(2.29099, abs=6e-6)
    assert found.loc[[0.2, 0.29, 0.39], "feature_1"].tolist() == pytest.approx([1.6287, 2.5422, 4.7765], abs=6e-5)
    assert found.loc[0.39, ["feature_2", "u2_alignment"]].tolist() == pytest.approx([2.4574, 0.930], abs=6e-4)
    assert found.loc[-math.inf, ["feature_1", "feature_2", "outliers"]].tolist() == pytest.approx([1.3800786, 1.3800786, 0], abs=1e-7)
    density, at = np.array(found["feature_density"].iloc[0]), np.array(found["feature_density_at"].iloc[0])
    assert np.trapezoid(density, at) == pytest.approx(0.5, abs=0.01)


def test_theory_claims_hold_at_the_declared_sizes(tmp_path):
    """Those that need no simulation."""
    for name in ("barrier", "staircase"):
        frames = []
        for setting in LAPTOP.theory_settings(PAPER, name):
            found = getattr(theory, name)(setting)
            frames.append(found.assign(**{key: value for key, value in setting.values.items() if key not in found}))
        parquet.write_rows(pd.concat(frames).to_dict("records"), tmp_path / "theory" / PAPER / f"{name}.parquet", {})
    tables = Tables(tmp_path, PAPER)
    for claim in ("fig7-fixed-point", "fig10-untrained", "fig10-l1", "fig10-l2"):
        assert judge(DECLARED.claims[claim], getattr(claims, claim.replace("-", "_"))(tables)).verdict == "reproduced", claim


def test_training_imports_nothing_heavy():
    """A job of a second must not spend two on imports."""
    heavy = ["torch", "pandas", "scipy", "matplotlib", "pydantic", "yaml"]
    names = [f"feature_learning.papers.{PAPER}.{name}" for name in SIMULATED] + ["feature_learning.pipeline.run.train"]
    program = f"import sys, {', '.join(names)}; print([name for name in {heavy} if name in sys.modules])"
    environment = {**os.environ, "PYTHONPATH": str(Path(feature_learning.__file__).parents[1])}
    found = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert ast.literal_eval(found.stdout) == []


def test_smoke_sizes_show_the_phenomenon():
    """At n = 200: positive gains, more for the target with a quadratic part, baselines near theory."""
    gains = {}
    for setting in CATALOGUE.settings(PAPER, "one_step"):
        fresh = replace(setting, grid={**setting.grid, "variant": ("fresh",)})
        found = pd.DataFrame([{**row, "seed": seed} for seed in range(4) for row in rows(fresh, seed)])
        predicted = theory.one_step(setting)["untrained_test"].iloc[0]
        assert found["untrained_test"].mean() == pytest.approx(predicted, rel=0.15)
        gains[setting["task"]] = found[found["alpha"] == 0.39]["test_gain"].mean()
    assert 0 < gains[1] < gains[2]


def drawn(name):
    setting = tiny(LAPTOP.settings(PAPER, name)[0])
    experiment, rng = module(name), Streams(PAPER, name, 0)
    instance = experiment.sample(setting, rng)
    return setting, {**instance, **experiment.data(setting, instance, rng)}


def relu(x):
    return np.maximum(x, 0) - 1 / math.sqrt(2 * math.pi)


@pytest.mark.parametrize(
    ("variant", "fitted", "keep"), [("fresh", "refit", False), ("interaction", "refit", True), ("reuse", "train", False)]
)
def test_variants_are_what_they_say(variant, fitted, keep):
    """One point written out from the talk's formulas."""
    setting, a = drawn("one_step")
    n, first, second, inputs = setting["n"], a["first_layer"], a["second_layer"], a["train_inputs"]
    residuals = a["train_labels"] - (relu(inputs @ first.T) @ second if keep else 0)
    gradient = (np.outer(second, residuals) * (first @ inputs.T > 0)) @ inputs / n
    trained = first + n**0.2 * gradient
    features, labels = relu(a[f"{fitted}_inputs"] @ trained.T), a[f"{fitted}_labels"]
    readout = np.linalg.solve(features.T @ features + n * setting["ridge"] * np.eye(len(second)), features.T @ labels)
    (row,) = (row for row in rows(setting, 0) if (row["variant"], row["alpha"]) == (variant, 0.2))
    assert row["train"] == pytest.approx(np.mean((labels - features @ readout) ** 2))
    assert row["objective"] == pytest.approx(row["train"] + setting["ridge"] * readout @ readout)
    assert row["test"] == pytest.approx(np.mean((a["test_labels"] - relu(a["test_inputs"] @ trained.T) @ readout) ** 2))


@pytest.mark.parametrize("interaction", ["drop", "keep"])
def test_spectra_are_those_of_singular_value_decompositions(interaction):
    setting, a = drawn("spectra")
    n, first, second, inputs = setting["n"], a["first_layer"], a["second_layer"], a["inputs"]
    residuals = a["labels"] - (relu(inputs @ first.T) @ second if interaction == "keep" else 0)
    trained = first + n**0.39 * (np.outer(second, residuals) * (first @ inputs.T > 0)) @ inputs / n
    left, values, _ = np.linalg.svd(relu(a["fresh"] @ trained.T) / math.sqrt(n), full_matrices=False)
    _, weights, right = np.linalg.svd(trained, full_matrices=False)
    beta = inputs.T @ a["labels"] / n
    u = a["fresh"] @ beta
    (row,) = (row for row in rows(setting, 0) if (row["interaction"], row["alpha"]) == (interaction, 0.39))
    assert row["feature_singular_values"] == pytest.approx(values[::-1], abs=1e-7)
    assert [row["feature_1"], row["feature_2"], row["weight_1"], row["weight_2"]] == pytest.approx([*values[:2], *weights[:2]])
    assert row["u_alignment"] == pytest.approx((left[:, 0] @ u) ** 2 / (u @ u))
    assert row["u2_alignment"] == pytest.approx((left[:, 1] @ u**2) ** 2 / (u**2 @ u**2))
    assert row["beta_alignment"] == pytest.approx((right[0] @ beta) ** 2 / (beta @ beta))
    assert row["teacher_alignment"] == pytest.approx((right[0] @ a["beta_star"]) ** 2)
