"""Bounds: what is outside one is named, with the file and the key where it was written, before any
job starts.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from feature_learning.core.errors import UserError
from feature_learning.pipeline.declare.bounds import Broken, broken
from feature_learning.pipeline.declare.catalogue import load
from feature_learning.pipeline.declare.experiment import Experiment

TOY = Path(__file__).parents[1] / "workflow/toy2020"


def design(bounds, **values):
    fixed = {"n": 10, "d": 4, "rate": 0.5} | values.pop("fixed", {})
    names = [*fixed, *(name for table in values.values() for name in table if name not in fixed)]
    return Experiment(
        fixed=fixed, sources={"ours": list(dict.fromkeys(names))}, bounds=bounds, seeds=1, **values
    )


@pytest.mark.parametrize(
    ("bounds", "values", "found"),
    [
        ({"whole": ["n"]}, {"fixed": {"n": 0}}, Broken("n", 0, "at least 1")),
        ({"whole": ["n"]}, {"fixed": {"n": 2.5}}, Broken("n", 2.5, "a whole number")),
        ({"whole": ["n"], "least": {"n": 0}}, {"fixed": {"n": -1}}, Broken("n", -1, "at least 0")),
        (
            {"positive": ["rate"]},
            {"fixed": {"rate": 0.0}},
            Broken("rate", 0.0, "positive and finite"),
        ),
        (
            {"positive": ["rate"]},
            {"fixed": {"rate": float("inf")}},
            Broken("rate", float("inf"), "positive and finite"),
        ),
        ({"positive": ["rate"]}, {"fixed": {"rate": True}}, Broken("rate", True, "a number")),
        ({"most": {"rate": 0.25}}, {}, Broken("rate", 0.5, "at most 0.25")),
        ({"below": {"rate": 0.5}}, {}, Broken("rate", 0.5, "below 0.5")),
        ({"above": {"rate": 0.5}}, {}, Broken("rate", 0.5, "above 0.5")),
        ({"most": {"k": "d"}}, {"grid": {"k": [1, 5]}}, Broken("k", 5, "at most d", "d", 4)),
        (
            {"most": {"k": "e"}},
            {"grid": {"k": [1, 3]}, "sweep": {"e": [4, 2]}},
            Broken("k", 3, "at most e", "e", 2),
        ),
        ({"most": {"n": "name"}}, {"fixed": {"name": "many"}}, Broken("name", "many", "a number")),
        (
            {"positive": ["t"]},
            {"theory": {"t": {"start": 0.0, "stop": 1.0, "points": 3}}},
            Broken("t", 0.0, "positive and finite"),
        ),
    ],
)
def test_what_breaks_a_bound_is_found(bounds, values, found):
    assert list(broken(design(bounds, **values))) == [found]


@pytest.mark.parametrize(
    ("bounds", "values"),
    [
        ({"whole": ["n", "d"], "positive": ["rate"], "most": {"d": "n"}}, {}),
        ({"whole": ["n"], "least": {"n": 0}}, {"fixed": {"n": 0}}),
        ({"least": {"rate": 0.5}, "most": {"rate": 0.5}}, {}),
        ({"most": {"rate": 1.0}}, {"grid": {"x": [2.0]}}),
        # A curve of theory is drawn between whole numbers, too.
        (
            {"whole": ["m"]},
            {"grid": {"m": [1, 2]}, "theory": {"m": {"start": 1.0, "stop": 2.0, "points": 3}}},
        ),
    ],
)
def test_what_lies_within_passes(bounds, values):
    assert list(broken(design(bounds, **values))) == []


@pytest.mark.parametrize(
    ("bounds", "says"),
    [
        ({"whole": ["nn"]}, r"bounds: unknown value 'nn'\. Did you mean n\?"),
        ({"most": {"n": "dd"}}, r"bounds: unknown value 'dd'\. Did you mean d\?"),
        ({"mots": {"n": 3}}, r"unknown key 'mots'\. Did you mean most\?"),
    ],
)
def test_bounds_on_what_is_not_declared_are_refused(bounds, says):
    with pytest.raises(ValueError, match=says):
        design(bounds)


@pytest.fixture
def papers(tmp_path):
    (tmp_path / "toy2020").mkdir()
    for name in ("paper.yaml", "experiments.yaml", "figures.yaml"):
        shutil.copy(TOY / name, tmp_path / "toy2020")
    return tmp_path


def refusal(raw, papers):
    with pytest.raises(UserError) as caught:
        load(raw, papers)
    return str(caught.value)


def override(**line):
    return {"overrides": {"toy2020": {"experiments": {"line": line}}}}


def test_the_place_named_is_where_the_value_was_written(papers):
    here = "config.yaml: overrides.toy2020.experiments.line"
    assert (
        refusal(override(fixed={"noise": 3.0}), papers)
        == f"{here}.fixed.noise: must be at most 1 (found 3.0)"
    )
    assert (
        refusal(override(grid={"x": [-0.5, 0.5]}), papers)
        == f"{here}.grid.x: must be at least 0 (found -0.5)"
    )


def test_a_paper_s_own_value_is_named_in_its_file(papers):
    file = papers / "toy2020/experiments.yaml"
    file.write_text(
        file.read_text().replace("fixed: {noise: 0.1, size: 50}", "fixed: {noise: 2.0, size: 50}")
    )
    assert (
        refusal({}, papers)
        == "toy2020/experiments.yaml: line.fixed.noise: must be at most 1 (found 2.0)"
    )


def test_a_scale_is_named_and_judged_at_that_scale_alone(papers):
    file = papers / "toy2020/experiments.yaml"
    file.write_text(
        file.read_text().replace(
            "paper: {fixed: {size: 200}", "paper: {fixed: {size: 200, noise: 2.0}"
        )
    )
    assert load({}, papers).experiment("toy2020", "line").fixed["noise"] == 0.1
    assert (
        refusal({"scale": "paper"}, papers)
        == "toy2020/experiments.yaml: line.paper.fixed.noise: must be at most 1 (found 2.0)"
    )


def test_of_two_values_the_one_changed_last_is_named():
    at = "config.yaml: overrides.suzuki2023.experiments.heatmap"
    for change, says in (
        ({"fixed": {"k": 9}}, f"{at}.fixed.k: must be at most d = 8 (found 9)"),
        ({"grid": {"d": [1, 8]}}, f"{at}.grid.d: k = 2 must be at most d (found d = 1)"),
    ):
        with pytest.raises(UserError) as caught:
            load({"overrides": {"suzuki2023": {"experiments": {"heatmap": change}}}})
        assert str(caught.value) == says


@pytest.mark.parametrize(
    ("paper", "experiment", "change", "says"),
    [
        (
            "background",
            "classic_limit",
            {"sweep": {"noise": [-1.0]}},
            "sweep.noise: must be at least 0 (found -1.0)",
        ),
        (
            "background",
            "isotropic_gaussians",
            {"grid": {"delta": [1.5]}},
            "grid.delta: must be below 1 (found 1.5)",
        ),
        (
            "bietti2022",
            "learning_curves",
            {"fixed": {"tau": float("inf")}},
            "fixed.tau: must be positive and finite (found inf)",
        ),
        ("mousavi2022", "neurons", {"fixed": {"d": 3}}, "fixed.d: must be at most 2 (found 3)"),
        (
            "mousavi2023",
            "overlap",
            {"fixed": {"k": 200}},
            "fixed.k: must be at most d = 64 (found 200)",
        ),
        (
            "suzuki2023",
            "chaos",
            {"fixed": {"replicas": 1}},
            "fixed.replicas: must be at least 2 (found 1)",
        ),
    ],
)
def test_the_papers_bounds(paper, experiment, change, says):
    with pytest.raises(UserError) as caught:
        load({"overrides": {paper: {"experiments": {experiment: change}}}})
    assert str(caught.value) == f"config.yaml: overrides.{paper}.experiments.{experiment}.{says}"
