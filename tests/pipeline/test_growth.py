"""Forecasts know sizes where an experiment says how its cost grows, and elsewhere say nothing."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from pydantic import ValidationError

from feature_learning.core.setting import Setting
from feature_learning.pipeline.declare.catalogue import load
from feature_learning.pipeline.declare.growth import Growth
from feature_learning.pipeline.forecast.costs import CostModel, Job
from feature_learning.pipeline.forecast.growth import work
from feature_learning.pipeline.forecast.plan import forecasts, report

ROOT = Path(__file__).parents[2]
ONE_STEP = Job(
    "train", "moniri2023", "one_step", "task=2+link=monic_0_1_0.7071067811865475+noise=0.0"
)
RECORDS = {
    scale: json.loads((ROOT / f"record/{scale}/record.json").read_text())["experiments"]
    for scale in ("laptop", "paper")
}
GROWING = [
    pytest.param(f"{paper}/{name}", design.grows, id=f"{paper}/{name}")
    for paper, declared in load({}).papers.items()
    for name, design in declared.experiments.items()
    if design.grows is not None and f"{paper}/{name}" in RECORDS["paper"]
]


def forecast(values: dict[str, Any], paper: str = "moniri2023", name: str = "one_step"):
    overrides = {paper: {"experiments": {name: values}}}
    catalogue = load({"papers": [paper], "overrides": overrides})
    job = Job("train", paper, name, catalogue.settings(paper, name)[-1].label)
    model = CostModel(catalogue, ROOT)
    lines = report("one", catalogue.config, forecasts([job], model), 1, 1.0)
    return model.forecast(job), lines


def test_a_larger_size_is_forecast_to_take_more():
    (usual, _), (larger, _) = forecast({"ridge": 0.02}), forecast({"n": 10_000})
    assert larger.seconds == pytest.approx(10 * usual.seconds)
    assert larger.mb == pytest.approx(10 * usual.mb)
    assert not larger.beyond


def test_a_job_that_needs_more_than_a_machine_has_is_warned_of():
    found, lines = forecast({"n": 100_000_000})
    assert found.mb > 4e6
    assert "more memory than this machine has" in lines


def test_without_a_formula_there_is_no_forecast_for_larger_values():
    found, lines = forecast({"width": 10**6}, "dandi2023", "multi_step")
    assert found.beyond == ("width",)
    assert "no forecast for dandi2023/multi_step: no job with such a value of width" in lines


def test_a_value_that_no_formula_has_is_named():
    found, _ = forecast({"ridge": 100.0})
    assert found.beyond == ("ridge",)


@pytest.mark.parametrize(("name", "grows"), GROWING)
def test_formulas_hold_between_the_recorded_scales(name, grows):
    """To a factor of five, where jobs take long enough to be timed."""
    small, large = (RECORDS[scale][name] for scale in ("laptop", "paper"))
    (before, _), (after, held) = _cost(small), _cost(large)
    if after < 1:
        pytest.skip("too short to be timed")
    times = _work(large, grows.time, 0) / _work(small, grows.time, 0)
    assert after / 5 < before * times < 5 * after
    arrays = _work(large, grows.memory, 1) / _work(small, grows.memory, 1)
    assert held / 3 < _cost(small)[1] * arrays < 4 * held


def _cost(record: dict[str, Any]) -> tuple[float, float]:
    trained = [cost for key, cost in record["cost"].items() if key.startswith("train")]
    return median(seconds for seconds, _ in trained), max(mb for _, mb in trained)


def _work(record: dict[str, Any], formula: str, which: int) -> float:
    return median(work(formula, Setting.from_json(text))[which] for text in record["settings"])


@pytest.mark.parametrize("formula", ["n * ", "n - d", "f(n)", "n[0]", "n and d"])
def test_what_is_no_formula_is_refused(formula):
    with pytest.raises(ValidationError, match="is not a formula of values"):
        Growth(time=formula, memory="n")


def test_a_formula_has_the_experiment_s_values():
    with pytest.raises(ValueError, match=r"unknown value 'widht'\. Did you mean width"):
        Growth(time="n * widht", memory="n").check({"n": [1], "width": [2]})
