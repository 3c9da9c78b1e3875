"""Forecasts: what was measured, what it says about other jobs, and how it comes from records."""

import argparse
import json
import math
import re
from pathlib import Path

import pytest

from feature_learning.core.errors import UserError
from feature_learning.pipeline.declare.catalogue import load
from feature_learning.pipeline.declare.config import SCALES, Config
from feature_learning.pipeline.forecast import calibrate
from feature_learning.pipeline.forecast.calibrate import exists, medians, misfit, recorded_jobs
from feature_learning.pipeline.forecast.costs import (
    CALIBRATION,
    UNRECORDED,
    CostModel,
    Forecast,
    Job,
    Measured,
    calibration,
)
from feature_learning.pipeline.forecast.plan import PlannedJob, check_target, report, wall_seconds

ROOT = Path(__file__).parents[2]
CATALOGUE = load({})
TRAIN = Job("train", "mei2019", "noise", "only")
ROWS = CostModel(CATALOGUE, {}).rows(TRAIN)
OWN = Measured(1.5, 100.0, ROWS)
LAPTOP = {"laptop": {TRAIN.key: OWN}}


def noise(**changes):
    """The laptop scale with changes to mei2019/noise."""
    return load({"overrides": {"mei2019": {"experiments": {"noise": changes}}}})


def test_what_was_measured_is_forecast_as_it_is():
    assert CostModel(CATALOGUE, LAPTOP).forecast(TRAIN) == Forecast(1.5, 100.0, rough=False)


def test_rows_are_grid_points():
    design = CATALOGUE.experiment("mei2019", "noise")
    assert math.prod(map(len, design.grid.values())) == ROWS > 1
    model = CostModel(CATALOGUE, {})
    # Theory goes through all settings in one job, on its own grid.
    own = [setting.grid for setting in CATALOGUE.theory_settings("moniri2023", "one_step")]
    assert len(own) == 2
    expected = sum(math.prod(map(len, grid.values())) for grid in own)
    assert model.rows(Job("theory", "moniri2023", "one_step")) == expected
    for job in (Job("sample", *TRAIN.key.split("/")[1:]), Job("claims", "mei2019"), Job("gallery")):
        assert model.rows(job) == 1


def test_other_sizes_are_rough_and_other_seeds_are_not():
    found = CostModel(noise(d=200), LAPTOP).forecast(TRAIN)
    assert found == Forecast(1.5, 100.0, rough=True)
    assert not CostModel(noise(seeds=99), LAPTOP).forecast(TRAIN).rough


def test_a_shorter_grid_takes_less_by_its_rows():
    short = CostModel(noise(ratio=[0.5, 2.0]), LAPTOP)
    assert 1 < short.rows(TRAIN) < ROWS
    found = short.forecast(TRAIN)
    assert found.rough
    assert found.seconds == pytest.approx(1.5 * short.rows(TRAIN) / ROWS)
    assert found.mb == 100.0


def test_overrides_of_one_experiment_leave_the_others_as_measured():
    other = Job("train", "mei2019", "sample_wise", "only")
    measured = {"laptop": {TRAIN.key: OWN, other.key: Measured(7.0, 70.0, 1)}}
    assert CostModel(noise(d=200), measured).forecast(other) == Forecast(7.0, 70.0)


def test_the_nearest_relative_speaks_for_what_was_not_measured():
    paper = load({"scale": "paper"})
    rows = CostModel(paper, {}).rows(TRAIN)
    entries = {
        "laptop/train/mei2019/noise/only": 2.0,
        "paper/train/mei2019/sample_wise/only": 3.0,
        "laptop/train/mei2019/sample_wise/only": 4.0,
        "paper/train/ba2022/paths/only": 5.0,
        "smoke/train/ba2022/paths/only": 6.0,
    }
    # The experiment at another scale, its paper at this scale and at another, then the stage.
    for left, seconds in enumerate(entries.values()):
        measured = {}
        for key, one in list(entries.items())[left:]:
            scale, _, job = key.partition("/")
            measured.setdefault(scale, {})[job] = Measured(one, 10 * one, 1)
        found = CostModel(paper, measured).forecast(TRAIN)
        assert found == Forecast(pytest.approx(seconds * rows), 10 * seconds, rough=True)


def test_a_relative_has_the_whole_name():
    measured = {"laptop": {"train/mei2019/noise_two/only": Measured(9.0, 9.0, 1)}}
    measured["laptop"]["train/mei2019/sample_wise/only"] = Measured(3.0, 3.0, 1)
    found = CostModel(CATALOGUE, measured).forecast(TRAIN)
    assert found.mb == pytest.approx(6.0)  # the median of the paper's two


def test_settings_of_one_experiment_speak_for_each_other():
    settings = CATALOGUE.settings("moniri2023", "one_step")
    first, second = (Job("train", "moniri2023", "one_step", each.label) for each in settings)
    model = CostModel(CATALOGUE, {})
    measured = {"laptop": {first.key: Measured(4.0, 40.0, model.rows(first))}}
    assert CostModel(CATALOGUE, measured).forecast(second) == Forecast(4.0, 40.0, rough=True)


def test_without_a_calibration_there_is_a_forecast(tmp_path):
    model = CostModel(CATALOGUE, root=tmp_path)
    assert calibration(tmp_path) == {}
    assert model.forecast(TRAIN) == Forecast(UNRECORDED.seconds, UNRECORDED.mb, rough=True)
    assert model.forecast(Job("gallery")).rough
    assert model.memory("render", "mei2019", "fig2") > 250


def test_requests_hold_the_forecast_and_double_with_each_attempt():
    model = CostModel(CATALOGUE, LAPTOP)
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


def record(seconds, mb=50.0):
    return {"science_s": 1.0, "science_cpu_s": 1.0, "cpu_s": seconds, "grown_mb": mb}


def test_an_entry_is_the_median_of_its_records():
    # One slow and one quick job do not matter.
    jobs = [(TRAIN, record(seconds, 10 * seconds)) for seconds in (0.5, 1.0, 1.1, 1.0, 30.0)]
    model = CostModel(CATALOGUE, {})
    assert medians(jobs, model) == {TRAIN.key: Measured(1.0, 10.0, ROWS)}


def test_how_far_off_forecasts_were():
    model = CostModel(CATALOGUE, LAPTOP)
    jobs = [(TRAIN, record(seconds)) for seconds in (1.5, 3.0, 0.75)]
    assert misfit(jobs[:1], model) == pytest.approx({"mei2019/noise": 1.0, "all": 1.0})
    assert misfit(jobs[1:], model) == pytest.approx({"mei2019/noise": 2.0, "all": 2.0})
    assert misfit([(Job("claims", "mei2019"), record(9.0))], model) == {}


@pytest.fixture
def calibrated(tmp_path, monkeypatch):
    """What `calibrate` writes over a calibration that is there, from two records."""
    monkeypatch.chdir(tmp_path)
    CALIBRATION.parent.mkdir()
    kept = {"paper": {TRAIN.key: Measured(60.0, 900.0, 9)}}
    kept["laptop"] = {
        TRAIN.key: Measured(9.0, 9.0, 9),
        "train/mei2019/gone/only": Measured(9.0, 9.0, 9),
        "claims/mei2019": Measured(2.5, 25.0),
    }
    calibrate.write(kept)
    assert calibration(tmp_path) == kept
    for seed, seconds in enumerate((1.0, 2.0)):
        file = tmp_path / f"results/laptop/benchmarks/mei2019/noise/only/train-{seed}.jsonl"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps({"stage": "train", **record(seconds)}) + "\n")
    calibrate.run(argparse.Namespace(results=Path("results"), scale="laptop"))
    return calibration(tmp_path)


def test_a_calibration_reads_what_it_wrote_and_keeps_what_did_not_run(calibrated):
    assert calibrated == {
        "laptop": {"claims/mei2019": Measured(2.5, 25.0), TRAIN.key: Measured(1.5, 50.0, ROWS)},
        "paper": {TRAIN.key: Measured(60.0, 900.0, 9)},
    }
    assert CostModel(CATALOGUE).forecast(TRAIN) == Forecast(1.5, 50.0)


def test_a_scale_without_records_is_not_calibrated(calibrated):
    with pytest.raises(UserError, match=r"results/smoke/benchmarks holds no records of a run at"):
        calibrate.run(argparse.Namespace(results=Path("results"), scale="smoke"))
    assert calibration(Path()) == calibrated


def test_records_are_read_with_their_jobs_and_strangers_left_out(tmp_path):
    for path, stage in [
        ("mei2019/noise/only/train-0", "train"),
        ("mei2019/noise/theory", "theory"),
        ("mei2019/fig2", "render"),
        ("mei2019/claims", "claims"),
        ("gallery", "gallery"),
        ("mei2019/noise/gone=1/train-0", "train"),
        ("nobody2020/fig1", "render"),
    ]:
        file = tmp_path / f"{path}.jsonl"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps({"stage": stage, **record(2.0)}) + "\n")
    found = {job for job, _ in recorded_jobs(tmp_path, CATALOGUE)}
    theory, figure = Job("theory", "mei2019", "noise"), Job("render", "mei2019", "fig2")
    assert found == {TRAIN, theory, figure, Job("claims", "mei2019"), Job("gallery")}


@pytest.mark.parametrize("scale", SCALES)
def test_the_shipped_calibration_is_of_the_jobs_of_today(scale):
    """If this fails, run the scale and then ``feature-learning calibrate``."""
    catalogue = load({"scale": scale})
    model, known = CostModel(catalogue, {}), calibration(ROOT).get(scale, {})
    assert [key for key in known if not exists(key, catalogue)] == []
    rows = {key: model.rows(Job(*key.split("/"))) for key in known}
    assert {key: own.rows for key, own in known.items()} == rows


def test_the_shipped_calibration_knows_every_job_of_the_default_scale():
    known = set(calibration(ROOT)["laptop"])
    for key, paper in CATALOGUE.papers.items():
        for name, design in paper.experiments.items():
            labels = [each.label for each in CATALOGUE.settings(key, name)] if design.seeds else []
            assert {f"train/{key}/{name}/{label}" for label in labels} <= known
            assert design.theory is None or f"theory/{key}/{name}" in known
        assert {f"render/{key}/{figure}" for figure in paper.figures} <= known


@pytest.mark.parametrize(
    ("target", "near"),
    [
        ("figures/mei209", "figures/mei2019"),
        ("figures/mei2019/fig22", "figures/mei2019/fig2"),
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
        "figures/mei2019/fig2",
        "results/laptop/claims/mei2019.parquet",
    ):
        check_target(target, CATALOGUE)


def test_the_wall_time_of_equal_jobs():
    jobs = [PlannedJob(Job("train", "mei2019", "noise", "only"), 10.0, 100.0)] * 8
    assert wall_seconds(jobs, 1) == pytest.approx(wall_seconds(jobs[:4], 1) + 40)
    assert wall_seconds(jobs, 4) < wall_seconds(jobs, 2) < wall_seconds(jobs, 1)
    assert wall_seconds(jobs, 1000) >= 10


def test_the_report_names_stages_parts_and_sums():
    jobs = [
        PlannedJob(TRAIN, 100.0, 400.0),
        PlannedJob(Job("render", "mei2019", "fig2"), 3.0, 200.0),
    ]
    text = report("figures/mei2019/fig2", Config(), jobs, 2, 1.0)
    for line in (
        "train 1 100 s 400 MB",
        "noise 1 100 s 400 MB",
        "fig2 1 3 s 200 MB",
        "core time 103 s",
    ):
        assert line in " ".join(text.split())
    assert math.isclose(float(text.split("peak memory")[1].split()[0]), 850)
    assert (
        report("figures/all", Config(), [], 2, 1.0) == "figures/all at laptop scale: nothing to do"
    )


def test_the_report_says_how_much_of_it_is_rough():
    jobs = [
        PlannedJob(TRAIN, 100.0, 400.0),
        PlannedJob(Job("render", "mei2019", "fig2"), 3.0, 200.0, rough=True),
    ]
    text = report("figures/mei2019/fig2", Config(), jobs, 2, 1.0)
    assert "(1 jobs, 3 s, are rough: not measured at these sizes, but scaled by" in text
    assert "rough" not in report("figures/mei2019/fig2", Config(), jobs[:1], 2, 1.0)
