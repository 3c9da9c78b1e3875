"""Experiments, theory and results without Snakemake: the rows are the pipeline's, the messages
those of config.yaml.
"""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from threadpoolctl import threadpool_info

import feature_learning
import feature_learning.papers
from feature_learning import load, predict, run
from feature_learning.core import parquet
from feature_learning.core.errors import UserError
from feature_learning.pipeline.declare.catalogue import load as catalogue_of
from feature_learning.pipeline.declare.new_paper import new_paper
from papers.running import predicted, rows

TWO = {"task": 2, "link": {"hermite": [0, 1, 0.7071067811865475]}, "noise": 0.0}
SMALL = {
    "batch": "fresh",
    "n": 200,
    "d": 60,
    "width": 100,
    "alpha": [0, 0.3],
    "network": ["simplified"],
}


def test_rows_are_those_of_the_pipeline():
    found = run("moniri2023", "one_step", seed=1, scale="smoke")
    settings = catalogue_of({"scale": "smoke"}).settings("moniri2023", "one_step")
    expected = pd.concat([rows(setting, 1) for setting in settings], ignore_index=True)
    assert (found["seed"] == 1).all()
    assert set(found) == {*expected, *settings[0].values, "seed"}
    pd.testing.assert_frame_equal(found[list(expected)], expected, check_exact=True)


def test_a_scale_a_value_and_a_grid_are_changed():
    found = run("moniri2023", "one_step", seed=[0, 2], problem=TWO, activation="tanh", **SMALL)
    assert sorted(set(found["alpha"])) == [0.0, 0.3]
    assert found[["task", "n", "activation"]].drop_duplicates().to_numpy().tolist() == [
        [2, 200, "tanh"]
    ]
    assert found["seed"].tolist() == [0, 0, 2, 2]
    other = run(
        "moniri2023", "one_step", seed=[0, 2], problem=TWO, activation="shifted-relu", **SMALL
    )
    assert (found["test"] - other["test"]).abs().min() > 1e-3
    again = run(
        "moniri2023",
        "one_step",
        seed=[0, 2],
        problem=TWO,
        activation="tanh",
        master_seed=1,
        **SMALL,
    )
    assert (found["test"] - again["test"]).abs().min() > 1e-6


def test_a_list_for_a_sweep_makes_its_settings():
    assert run("moniri2023", "one_step", **SMALL)["task"].tolist() == [1, 1, 2, 2]
    assert run("moniri2023", "one_step", problem=[TWO], **SMALL)["task"].tolist() == [2, 2]


def test_hermite_coefficients_and_names_give_the_same_link():
    named = run("moniri2023", "one_step", problem=TWO | {"link": "he1"}, **SMALL)
    written = run(
        "moniri2023", "one_step", problem=TWO | {"link": {"hermite": np.array([0, 1.0])}}, **SMALL
    )
    assert np.array_equal(named["test"], written["test"])
    assert set(written["link"]) == {"monic_0_1"}


def test_predictions_are_the_theory_s():
    found = predict(
        "moniri2023",
        "one_step",
        problem=TWO,
        activation="tanh",
        network="simplified",
        alpha=[0.1, 0.2],
    )
    (setting,) = catalogue_of(
        {
            "overrides": {
                "moniri2023": {
                    "experiments": {
                        "one_step": {
                            "problem": TWO,
                            "activation": "tanh",
                            "network": "simplified",
                            "alpha": [0.1, 0.2],
                            "theory": {"alpha": [0.1, 0.2]},
                        }
                    }
                }
            }
        }
    ).theory_settings("moniri2023", "one_step")
    assert found["alpha"].tolist() == [0.1, 0.2]
    assert np.array_equal(found["test_gain"], predicted(setting)["test_gain"])
    assert len(predict("moniri2023", "one_step", problem=TWO)) > 90


def test_a_theory_of_another_network_is_named():
    """Beyond the shifted ReLU the expansion is that of rank-one weights, whatever network was asked
    for.
    """
    points = {"problem": TWO, "alpha": [0.1, 0.2]}
    assert set(predict("moniri2023", "one_step", **points)["network"]) == {"slides"}
    found = predict("moniri2023", "one_step", activation="tanh", **points)
    assert found["network"].tolist() == ["rank-one"] * 2
    assert set(predict("moniri2023", "models", activation="tanh", alpha=[0.1])["model"]) == {
        "rank-one",
        "spikes",
        "surrogate",
    }


def test_theory_at_sizes_of_a_list_only_in_its_own_grid():
    assert predict("moniri2023", "staircase", n=2000.0, alpha=0.3)[
        ["n", "alpha"]
    ].to_numpy().tolist() == [[2000.0, 0.3]]


MISTAKES = [
    (lambda: run("monri2023", "one_step"), "unknown paper 'monri2023'. Did you mean moniri2023"),
    (
        lambda: run("moniri2023", "onestep"),
        "moniri2023 has no experiment 'onestep' at the scale laptop. Did you mean one_step or",
    ),
    (
        lambda: run("moniri2023", "one_step", alfa=0.3),
        "moniri2023/one_step: unknown value 'alfa'. Did you mean alpha?",
    ),
    (
        lambda: run("moniri2023", "one_step", n=20.5),
        "moniri2023/one_step: n: must be a whole number (found 20.5)",
    ),
    (
        lambda: run("moniri2023", "one_step", n=-5),
        "moniri2023/one_step: n: must be at least 1 (found -5)",
    ),
    (
        lambda: run("moniri2023", "one_step", network="talk"),
        "moniri2023/one_step: network: must be rank-one, simplified, slide or slides "
        "(found 'talk')",
    ),
    (
        lambda: run("moniri2023", "one_step", n=[20, 30]),
        "n: is one value, not a list (found [20, 30]); run it once for each",
    ),
    (
        lambda: run("moniri2023", "one_step", activation="tahn"),
        "moniri2023/one_step: activation: unknown activation 'tahn'. Did",
    ),
    (
        lambda: run("moniri2023", "one_step", problem=TWO | {"link": {"hermite": []}}),
        "moniri2023/one_step: problem.link: hermite must be a list",
    ),
    (
        lambda: run("moniri2023", "one_step", scale="lap"),
        "scale: must be 'smoke', 'laptop', 'paper' or 'beyond' (found 'lap')",
    ),
    (
        lambda: run("moniri2023", "one_step", seed=-1),
        "seed: must be a whole number of at least 0 (found -1)",
    ),
    (
        lambda: run("moniri2023", "one_step", seed=1.5),
        "seed: must be a whole number of at least 0 (found 1.5)",
    ),
    (
        lambda: run("moniri2023", "one_step", seed="all"),
        "seed: must be a whole number of at least 0 (found 'all')",
    ),
    (
        lambda: run("moniri2023", "one_step", seed=[]),
        "seed: must be a whole number of at least 0, or several (found none)",
    ),
    (
        lambda: run("moniri2023", "one_step", dtype="float16"),
        "moniri2023/one_step: dtype: must be float32 or float64 (found 'float16')",
    ),
    (
        lambda: run("reduction", "law", method="exact"),
        "reduction/law: unknown value 'method'. Known:",
    ),
    (
        lambda: run("dandi2023", "one_step", method="exact"),
        "dandi2023/one_step: method: must be direct or reduced (found 'exact')",
    ),
    (
        lambda: run("suzuki2023", "heatmap", scale=5.0),
        "(found 5.0). A value of the experiment that has this name: values={'scale': 5.0}",
    ),
    (
        lambda: predict("dandi2023", "multi_step", activation={"hermite": [0, 2, 1, 1]}),
        "the recursion diverges: at step 2 of 4 with step size 2, weights under monic_0_2_1_1 have",
    ),
    (lambda: run("moniri2023", "staircase"), "moniri2023/staircase has no simulation"),
    (
        lambda: run("suzuki2023", "heatmap", values={"scalle": 1.0}),
        "suzuki2023/heatmap: unknown value 'scalle'. Did you mean scale?",
    ),
    (
        lambda: predict("bietti2022", "landscape", activation="tanh"),
        "bietti2022/landscape: activation cannot be exchanged here: the neurons are ReLUs",
    ),
    (
        lambda: run("mousavi2022", "perp_time", target="mix"),
        "target mix, decay 1: weights along the target are unstable",
    ),
    (
        lambda: run("mousavi2022", "perp_time", target="two-tanh"),
        "target two-tanh: the flow along the target is predicted for one direction",
    ),
    (
        lambda: run("mousavi2023", "risk", target="tanh"),
        "target tanh: must be a Hermite polynomial of norm 1",
    ),
    (
        lambda: run("bietti2022", "landscape", link="he2"),
        "link he2: has no component of degree s = 1",
    ),
    (lambda: run("bietti2022", "landscape", link="tanh"), "link tanh: the loss is in closed form"),
    (
        lambda: run("suzuki2023", "heatmap", target={"monomials": [[1, 3]]}),
        "target monomials_1-3__1: has coordinate 3, and only the first k = 2 may matter",
    ),
    (
        lambda: run("suzuki2023", "annealed", target={"monomials": [[1], [2]]}),
        "the sum is 0 at z_1 = +1, z_2 = -1: a label is its sign",
    ),
    (lambda: predict("dandi2023", "any_step"), "dandi2023/any_step has no theory"),
    (
        lambda: predict("moniri2023", "one_step", activation="relu"),
        "needs an activation without a mean, and relu has c_0 = 0.3989",
    ),
    (
        lambda: predict("moniri2023", "one_step", n=1),
        "moniri2023/one_step cannot be computed with n = 1: ",
    ),
    (lambda: load("moniri2023", stage="runs"), "'moniri2023': must be paper/experiment"),
    (lambda: load("moniri2023/one_step", stage="rums"), "unknown stage 'rums'. Did you mean runs?"),
]


def test_a_mistake_in_both_grids_is_said_once():
    with pytest.raises(UserError) as error:
        run("moniri2023", "one_step", alpha=[])
    assert str(error.value) == "moniri2023/one_step: alpha: must not be empty (found [])"


@pytest.mark.parametrize(("call", "said"), MISTAKES, ids=[said for _, said in MISTAKES])
def test_mistakes_are_answered_by_name(call, said):
    with pytest.raises(UserError) as error:
        call()
    assert said in str(error.value)


def test_what_a_run_has_made_is_read(tmp_path: Path):
    folder = tmp_path / "results/smoke-seed3"
    parquet.write_rows(
        [{"alpha": 0.1, "test": 1.0}], folder / "metrics/moniri2023/one_step.parquet", {}
    )
    parquet.write_rows(
        [{"alpha": 0.1, "test": 2.0}], folder / "theory/moniri2023/one_step.parquet", {}
    )
    claims = [
        {"figure": "fig6", "claim": "fig6-x", "verdict": "mixed"},
        {"figure": "fig1", "claim": "fig1-x", "verdict": "mixed"},
    ]
    parquet.write_rows(claims, folder / "claims/moniri2023.parquet", {})
    here = {"scale": "smoke", "master_seed": 3, "root": tmp_path}
    assert load("moniri2023/one_step", **here)["test"].tolist() == [1.0]
    assert load("moniri2023/one_step", stage="theory", **here)["test"].tolist() == [2.0]
    assert load("moniri2023", stage="claims", **here)["claim"].tolist() == ["fig6-x", "fig1-x"]
    assert load("moniri2023/one_step", stage="claims", **here)["claim"].tolist() == ["fig6-x"]
    folder.rename(tmp_path / "results/smoke-seed3-mine")
    mine = tmp_path / "results/smoke-mine/metrics/moniri2023/one_step.parquet"
    parquet.write_rows([{"alpha": 0.1, "test": 3.0}], mine, {})
    two = load("moniri2023/one_step", **here | {"master_seed": [3, 0]}, variant="mine")
    assert two.to_dict("list") == {
        "run": ["smoke-seed3-mine", "smoke-mine"],
        "alpha": [0.1, 0.1],
        "test": [1.0, 3.0],
    }
    here["variant"] = "mine"
    with pytest.raises(UserError, match="--config scale=smoke seed=3 name=mine` makes it"):
        load("moniri2023/two_steps", **here)
    with pytest.raises(
        UserError,
        match=r"one_stop\.parquet does not exist: `snakemake .*Did you mean moniri2023/one_step",
    ):
        load("moniri2023/one_stop", **here)


def test_the_package_loads_the_api_at_its_first_use():
    """A job imports the package for its modules and must not load pandas and pydantic with it."""
    code = (
        "import sys, feature_learning\n"
        "assert not {'pandas', 'pydantic', 'feature_learning.api'} & set(sys.modules)\n"
        "feature_learning.run"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    with pytest.raises(AttributeError, match="no attribute 'rum'"):
        feature_learning.rum  # noqa: B018


def test_a_paper_of_ones_own_is_found_by_argument_or_by_the_configuration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(feature_learning.papers, "__path__", list(feature_learning.papers.__path__))
    new_paper("mine2027", tmp_path / "mine")
    values = {"d": 40, "ratio": 2.0}
    with pytest.raises(
        UserError, match=r"unknown paper 'mine2027'.* name its folder under paper_folders"
    ):
        run("mine2027", "extremes", **values)
    found = run("mine2027", "extremes", paper_folders=[tmp_path / "mine"], **values)
    (tmp_path / "config.yaml").write_text("paper_folders: [mine]\n")
    monkeypatch.chdir(tmp_path)
    assert run("mine2027", "extremes", **values).equals(found)
    assert 0 < found["smallest"].item() < predict("mine2027", "extremes", **values)["largest"].min()


def test_a_direction_without_a_signal_is_not_learned():
    """An odd activation has no part of degree 2: the limit of the cosine is 0, and no division by
    it.
    """
    assert set(predict("dandi2023", "leap_two", activation="tanh")["size"]) == {0.0}


def test_exponents_past_those_declared_are_simulated():
    found = run("bietti2022", "signs", scale="smoke", s=4)
    assert set(found["s"]) == {4}
    assert set(run("bietti2022", "selection", scale="smoke", s=4)["s"]) == {4}


def test_seeds_of_numpy_are_seeds():
    found = run("moniri2023", "one_step", seed=np.int64(1), scale="smoke")
    assert found.equals(run("moniri2023", "one_step", seed=1, scale="smoke"))


def test_one_thread_computes(monkeypatch):
    """As in the pipeline, so that rows have its bits; more threads only wait on small matrices."""
    threads = []

    def simulate(*_):
        np.ones((2, 2)) @ np.ones((2, 2))
        threads.extend(
            pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"
        )
        yield {}

    monkeypatch.setattr("feature_learning.pipeline.run.experiment.simulate", simulate)
    run("moniri2023", "one_step", scale="smoke", problem=TWO)
    assert threads
    assert set(threads) == {1}
