"""Forecasts: what the records say of jobs, and what they say of others."""

import json
import math
import re
from pathlib import Path

import pytest

from feature_learning.core.errors import UserError
from feature_learning.core.setting import Setting
from feature_learning.pipeline.declare.catalogue import load
from feature_learning.pipeline.declare.config import Config
from feature_learning.pipeline.declare.targets import check_target
from feature_learning.pipeline.forecast.costs import USUAL, CostModel, Forecast, Job
from feature_learning.pipeline.forecast.measured import core_seconds, costs, jobs_of
from feature_learning.pipeline.forecast.plan import PlannedJob, report, wall_seconds

ROOT = Path(__file__).parents[2]
CATALOGUE = load({})
TRAIN = Job("train", "mei2019", "noise", "only")


def noise(**changes):
    """The laptop scale with changes to mei2019/noise."""
    return load({"overrides": {"mei2019": {"experiments": {"noise": changes}}}})


@pytest.fixture
def kept(tmp_path):
    """A function that writes the costs of mei2019/noise into the record of a scale."""

    def write(scale="laptop", name="mei2019/noise", **cost):
        cost = {key.replace("_", "/"): value for key, value in cost.items()}
        path = tmp_path / "record" / scale / "record.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        settings = load({"scale": scale}).settings(*name.split("/"))
        own = {"cost": cost, "settings": [setting.to_json() for setting in settings]}
        path.write_text(json.dumps({"experiments": {name: own}}))
        return tmp_path

    return write


def test_what_was_measured_is_forecast_as_it_is(kept):
    root = kept(train_only=[1.5, 100.0], theory=[2.0, 30.0])
    model = CostModel(CATALOGUE, root)
    assert model.forecast(TRAIN) == Forecast(1.5, 100.0, rough=False)
    assert model.forecast(Job("theory", "mei2019", "noise")) == Forecast(2.0, 30.0)


def test_other_sizes_are_rough_and_other_seeds_are_not(kept):
    root = kept(train_only=[1.5, 100.0])
    # Twice the dimension: eight times the time and four times the memory, as it declares.
    assert CostModel(noise(d=200), root).forecast(TRAIN) == Forecast(12.0, 400.0, rough=True)
    assert not CostModel(noise(seeds=99), root).forecast(TRAIN).rough


def test_a_shorter_grid_takes_less_by_its_points(kept):
    root, design = kept(train_only=[1.5, 100.0]), CATALOGUE.experiment("mei2019", "noise")
    points = len(design.grid["ratio"])
    found = CostModel(noise(ratio=design.grid["ratio"][:2]), root).forecast(TRAIN)
    assert found.rough
    assert found.seconds == pytest.approx(1.5 * 2 / points)
    assert found.mb == 100.0


def test_the_experiment_at_another_scale_speaks_for_one_that_was_not_measured(kept):
    root = kept("laptop", train_only=[1.5, 100.0])
    paper = load({"scale": "paper"})
    sizes = [each.experiment("mei2019", "noise").values["d"] for each in (paper, CATALOGUE)]
    found = CostModel(paper, root).forecast(TRAIN)
    times = sizes[0] / sizes[1]
    assert found.seconds == pytest.approx(1.5 * times**3)
    assert found.mb == pytest.approx(100.0 * times**2)


def test_settings_of_one_experiment_speak_for_each_other(kept):
    first, second = CATALOGUE.settings("moniri2023", "one_step")
    root = kept(name="moniri2023/one_step", **{f"train_{first.label}": [4.0, 40.0]})
    path = root / "record/laptop/record.json"
    text = path.read_text().replace(
        f"train/{first.label.replace('_', '/')}", f"train/{first.label}"
    )
    path.write_text(text)
    found = CostModel(CATALOGUE, root).forecast(
        Job("train", "moniri2023", "one_step", second.label)
    )
    assert found == Forecast(4.0, 40.0, rough=True)


def test_without_a_record_there_is_a_usual_forecast(tmp_path):
    model = CostModel(CATALOGUE, tmp_path)
    assert model.forecast(TRAIN) == USUAL["train"]
    assert model.forecast(TRAIN).rough
    assert not model.forecast(Job("gallery")).rough
    assert model.memory("render", "mei2019", "fig2") > 250


def test_requests_hold_the_forecast_and_double_with_each_attempt(kept):
    model = CostModel(CATALOGUE, kept(train_only=[1.5, 100.0]))
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


def test_costs_are_medians_of_the_jobs_of_an_experiment(tmp_path):
    def write(path, stage, seconds, science=1.0):
        file = tmp_path / f"{path}.jsonl"
        file.parent.mkdir(parents=True, exist_ok=True)
        record = {"stage": stage, "science_s": science, "cpu_s": seconds, "grown_mb": 10 * seconds}
        file.write_text(json.dumps(record) + "\n")

    for seed, seconds in enumerate((0.5, 1.0, 1.1, 1.0, 30.0)):  # quick and slow ones do not matter
        write(f"mei2019/noise/only/train-{seed}", "train", seconds)
    write("mei2019/noise/only/sample", "sample", 0.2)
    write("mei2019/noise/theory", "theory", 2.0)
    write("mei2019/noise/aggregate", "aggregate", 9.0)
    write("mei2019/other/only/train-0", "train", 7.0)
    write("mei2019/other/only/sample", "sample", 0.2, science=0.0)  # restored: nothing was drawn
    write("mei2019/fig2", "render", 3.0)
    found = costs(tmp_path, "mei2019/noise")
    assert found == {"sample/only": [0.2, 2.0], "theory": [2.0, 20.0], "train/only": [1.0, 10.0]}
    assert core_seconds(found, 5) == pytest.approx(0.2 + 2.0 + 5.0)
    assert costs(tmp_path, "mei2019/other") == {"train/only": [7.0, 70.0]}
    assert Job("render", "mei2019", "fig2") in dict(jobs_of(tmp_path))


@pytest.mark.parametrize("scale", ["laptop", "paper"])
def test_the_shipped_record_knows_every_job_of_its_experiments(scale):
    """If this fails, run the experiment and then ``feature-learning record``. The record may lack
    experiments and settings that are newer.
    """
    catalogue = load({"scale": scale})
    model = CostModel(catalogue, ROOT)
    kept = json.loads((ROOT / "record" / scale / "record.json").read_text())["experiments"]
    for key, paper in catalogue.papers.items():
        for name, design in paper.experiments.items():
            if f"{key}/{name}" not in kept:
                continue
            labels = (
                {each.label for each in catalogue.settings(key, name)} if design.seeds else set()
            )
            known = {Setting.from_json(text).label for text in kept[f"{key}/{name}"]["settings"]}
            for label in labels & known:
                assert model.recorded(Job("train", key, name, label)), (key, name, label)
            assert design.theory is None or model.recorded(Job("theory", key, name)), (key, name)


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
        check_target(CATALOGUE, target)


def test_targets_and_files_pass():
    for target in (
        "figures/all",
        "figures/mei2019",
        "figures/mei2019/fig2",
        "results/laptop/claims/mei2019.parquet",
    ):
        check_target(CATALOGUE, target)


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
    assert "(1 jobs, 3 s, are rough: not measured at these sizes, but taken from" in text
    assert "rough" not in report("figures/mei2019/fig2", Config(), jobs[:1], 2, 1.0)
