"""The cost model: forecasts from rates, rates from records, and how far off they are."""

import json
import math
import re
from dataclasses import replace
from pathlib import Path

import pytest

from feature_learning.core.errors import UserError
from feature_learning.core.setting import Setting
from feature_learning.pipeline.declare.catalogue import load
from feature_learning.pipeline.declare.experiment import Experiment
from feature_learning.pipeline.declare.schema import Config
from feature_learning.pipeline.forecast.calibrate import fitted, misfit, recorded_jobs
from feature_learning.pipeline.forecast.costs import (
    CostModel,
    Job,
    Rate,
    calibration,
    declared_cost,
)
from feature_learning.pipeline.forecast.plan import Planned, check_target, report, wall_seconds

ROOT = Path(__file__).parents[2]
CATALOGUE = load({})
TRAIN = Job("train", "mei2019", "noise", "only")
RATES = {
    "train/mei2019/noise": Rate(1.0, 0.5, 100.0),
    "train/mei2019": Rate(2.0, 1.0, 90.0),
    "train": Rate(4.0, 2.0, 80.0),
}


def test_a_forecast_is_the_fixed_part_and_the_work_at_its_rate():
    model = CostModel(CATALOGUE, RATES)
    cost = model.cost("mei2019", "noise", "only")
    found = model.forecast(TRAIN)
    assert found.seconds == pytest.approx(1.0 + 0.5)  # at the default scale
    assert found.mb == pytest.approx(100 + cost.bytes / 1e6)
    assert found.gpu


def test_an_unknown_experiment_takes_its_papers_rate_and_an_unknown_paper_the_stages():
    paper = load({"scale": "paper"})
    growth = CostModel(paper, {}).growth(TRAIN)
    for left, expected in ((1, RATES["train/mei2019"]), (2, RATES["train"])):
        model = CostModel(paper, dict(list(RATES.items())[left:]))
        assert model.forecast(TRAIN).seconds == pytest.approx(
            expected.seconds + expected.science * growth
        )


def test_work_is_the_product_of_declared_powers_summed_over_the_grid():
    setting = Setting(
        "a", "b", {"d": 3}, {"width": 10, "eta": 0.5}, {"n": (2, 4), "target": ("x", "y", "z")}
    )
    powers = {"n": 2, "d": 1, "target": 0, "eta": -1}
    design = Experiment(
        sweep={"d": [3]},
        fixed={"width": 10, "eta": 0.5},
        grid={"n": [2, 4], "target": ["x", "y", "z"]},
        sources={"ours": ["d", "width", "eta", "n", "target"]},
        seeds=1,
        cost=powers,
        memory={"n": 1, "width": 1, "target": 0},
    )
    found = declared_cost(design, setting)
    assert found.flops == pytest.approx((4 + 16) * 3 * 3 / 0.5)
    assert found.bytes == pytest.approx(8 * 4 * 4 * 10 * 3)
    with pytest.raises(ValueError, match="cost: target is not a number, so its power must be 0"):
        Experiment.model_validate({**design.model_dump(), "cost": {"target": 1}})
    with pytest.raises(ValueError, match=r"memory: unknown value 'widht'. Did you mean width\?"):
        Experiment.model_validate({**design.model_dump(), "memory": {"widht": 1}})


def test_science_grows_with_the_work_from_the_default_scale_on():
    overrides = {"mei2019": {"experiments": {"noise": {"fixed": {"d": 200}}}}}
    model = CostModel(load({"overrides": overrides}), RATES)
    assert model.growth(TRAIN) == pytest.approx(
        2 ** CATALOGUE.experiment("mei2019", "noise").cost["d"]
    )
    assert model.forecast(TRAIN).seconds == pytest.approx(1.0 + 0.5 * model.growth(TRAIN))
    theory = Job("theory", "mei2019", "noise")
    assert (CostModel(CATALOGUE, RATES).growth(theory), model.growth(Job("claims", "mei2019"))) == (
        1.0,
        0.0,
    )


def test_without_a_calibration_there_is_a_forecast(tmp_path):
    model = CostModel(CATALOGUE, root=tmp_path)
    assert calibration(tmp_path) == {}
    assert 0 < model.forecast(TRAIN).seconds < 10
    assert model.memory("render", "mei2019", "fig1") > 250


def test_requests_hold_the_forecast_and_double_with_each_attempt():
    model = CostModel(CATALOGUE, RATES)
    job, forecast = ("train", "mei2019", "noise", "only"), model.forecast(TRAIN)
    assert model.memory(*job) > forecast.mb
    assert model.runtime(*job) * 60 > 3 * forecast.seconds
    assert model.memory(*job, attempt=2) == 2 * model.memory(*job)
    assert model.runtime(*job, attempt=3) == 4 * model.runtime(*job)


@pytest.mark.parametrize(
    ("device", "experiment", "gpus"),
    [("cuda", "noise", 1), ("auto", "noise", 0), ("cpu", "noise", 0)],
)
def test_a_gpu_is_asked_for_where_cuda_is_configured(device, experiment, gpus):
    assert CostModel(load({"device": device})).gpus("mei2019", experiment) == gpus
    assert CostModel(load({"device": device})).gpus("bietti2022", "landscape") == 0


def test_the_longest_training_comes_first():
    model = CostModel(CATALOGUE, root=ROOT)
    experiments = [
        ("suzuki2023", "heatmap"),
        ("moniri2023", "gradient_rank"),
        ("mei2019", "sample_wise"),
        ("mousavi2023", "initial_overlap"),
    ]
    priorities = [model.priority(paper, name, "only") for paper, name in experiments]
    assert priorities == sorted(priorities, reverse=True)
    assert priorities[0] > 5 * priorities[-1] > 0


def test_whatever_is_not_training_comes_before_it():
    catalogue = load({"scale": "beyond"})
    model, declared = CostModel(catalogue, root=ROOT), (ROOT / "Snakefile").read_text()
    forecasts = [
        model.priority(paper, name, setting.label)
        for paper, declaration in catalogue.papers.items()
        for name in declaration.experiments
        for setting in catalogue.settings(paper, name)
    ]
    assert 10 ** int(re.search(r"^FIRST = 10\*\*(\d+)$", declared, re.MULTILINE)[1]) > max(
        forecasts
    )
    for stage in ("theory", "aggregate", "claims", "figures", "gallery"):
        assert "priority: FIRST\n" in (ROOT / f"workflow/rules/{stage}.smk").read_text(), stage


def test_fitting_finds_the_rates_that_made_the_records():
    model, jobs = CostModel(CATALOGUE, RATES), []
    for spread in (0.5, 1.0, 1.0, 1.0, 3.0):  # a median does not mind one slow and one quick job
        science = 0.5
        jobs.append(
            (
                TRAIN,
                {
                    "cpu_s": spread * (1.0 + science),
                    "science_cpu_s": spread * science,
                    "grown_mb": 100 + model.held(TRAIN),
                },
            )
        )
    rates = fitted(jobs, model)
    for key in TRAIN.keys:
        assert rates[key].seconds == pytest.approx(1.0, rel=0.01)
        assert rates[key].science == pytest.approx(0.5, rel=0.01)
        assert rates[key].mb == pytest.approx(100, rel=0.01)
    assert misfit(jobs, model) == pytest.approx({"mei2019/noise": 1.0, "all": 1.0})
    twice = CostModel(
        CATALOGUE, {"train": replace(RATES["train/mei2019/noise"], seconds=2.0, science=1.0)}
    )
    assert misfit(jobs[1:4], twice)["all"] == pytest.approx(2.0)


def test_records_are_read_with_their_jobs_and_strangers_left_out(tmp_path):
    record = {"science_s": 1.0, "science_cpu_s": 1.0, "cpu_s": 2.0, "grown_mb": 50.0}
    for path, stage in [
        ("mei2019/noise/only/train-0", "train"),
        ("mei2019/noise/theory", "theory"),
        ("mei2019/fig1", "render"),
        ("mei2019/claims", "claims"),
        ("gallery", "gallery"),
        ("mei2019/noise/gone=1/train-0", "train"),
        ("nobody2020/fig1", "render"),
    ]:
        file = tmp_path / f"{path}.jsonl"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps({"stage": stage, **record}) + "\n")
    found = {job for job, _ in recorded_jobs(tmp_path, CATALOGUE)}
    theory, figure = Job("theory", "mei2019", "noise"), Job("render", "mei2019", "fig1")
    assert found == {TRAIN, theory, figure, Job("claims", "mei2019"), Job("gallery")}


def test_the_shipped_calibration_knows_every_job():
    known = calibration(ROOT)
    for key, paper in CATALOGUE.papers.items():
        for name, design in paper.experiments.items():
            assert not design.seeds or known[f"train/{key}/{name}"].science > 0
            assert design.theory is None or f"theory/{key}/{name}" in known
        assert {f"render/{key}/{figure}" for figure in paper.figures} <= set(known)


@pytest.mark.parametrize(
    ("target", "near"),
    [
        ("figures/mei209", "figures/mei2019"),
        ("figures/mei2019/fig11", "figures/mei2019/fig1"),
        ("mei2019", "figures/mei2019"),
    ],
)
def test_a_misspelt_target_is_answered_with_the_nearest(target, near):
    with pytest.raises(UserError, match=f"there is no target {target}. Did you mean .*{near}"):
        check_target(target, CATALOGUE)


def test_targets_and_files_pass():
    for target in (
        "figures/all",
        "figures/mei2019",
        "figures/mei2019/fig1",
        "results/laptop/claims/mei2019.parquet",
    ):
        check_target(target, CATALOGUE)


def test_the_wall_time_of_equal_jobs():
    jobs = [Planned(Job("train", "mei2019", "noise", "only"), 10.0, 100.0)] * 8
    assert wall_seconds(jobs, 1) == pytest.approx(wall_seconds(jobs[:4], 1) + 40)
    assert wall_seconds(jobs, 4) < wall_seconds(jobs, 2) < wall_seconds(jobs, 1)
    assert wall_seconds(jobs, 1000) >= 10


def test_the_report_names_stages_parts_and_sums():
    jobs = [Planned(TRAIN, 100.0, 400.0), Planned(Job("render", "mei2019", "fig1"), 3.0, 200.0)]
    text = report("figures/mei2019/fig1", Config(), jobs, 2, 1.0)
    for line in (
        "train 1 100 s 400 MB",
        "noise 1 100 s 400 MB",
        "fig1 1 3 s 200 MB",
        "core time 103 s",
    ):
        assert line in " ".join(text.split())
    assert math.isclose(float(text.split("peak memory")[1].split()[0]), 850)
    assert (
        report("figures/all", Config(), [], 2, 1.0) == "figures/all at laptop scale: nothing to do"
    )
