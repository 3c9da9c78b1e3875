"""Results depend on neither the number of jobs, nor the folder, nor on who starts a job; on the
threads in the last digits alone.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from workflow.copies import PRODUCTS, PROJECT, Copy, copy_project

LABEL = "slope=2.0+start_at=0.0"


@pytest.mark.slow
def test_one_core_and_another_folder_give_the_same_bytes(original: Copy, toy: Copy) -> None:
    toy.done("figures/all", cores=1)
    found, expected = toy.bytes(*PRODUCTS), original.bytes(*PRODUCTS)
    assert sorted(found) == sorted(expected)
    assert {path.rpartition(".")[2] for path in found} >= {"parquet", "pdf", "svg", "png", "csv"}
    assert [path for path in found if found[path] != expected[path]] == []


@pytest.mark.slow
def test_a_setting_survives_a_child_snakemake(original: Copy, finished: Copy) -> None:
    # How an executor hands one job to the process that runs it: wildcards joined by commas.
    assert not [path for path in original.bytes("results/**/*") if "," in path]
    job = f"train:paper=toy2020,experiment=line,setting={LABEL},seed=1"
    run = f"results/laptop/runs/toy2020/line/{LABEL}/seed-1.parquet"
    finished.done("--notemp", "--force", run)
    (finished.root / run).unlink()
    child = [
        "--mode",
        "subprocess",
        "--target-jobs",
        job,
        "--allowed-rules",
        "train",
        "--nolock",
        "--force-use-threads",
    ]
    assert finished.done(*child) == {f"toy2020/line/{LABEL}/train-1"}
    assert finished.bytes(run) == original.bytes(run)


@pytest.mark.slow
def test_one_run_alone_as_a_target(toy: Copy) -> None:
    run = f"results/smoke/runs/toy2020/line/{LABEL}/seed-0.parquet"
    toy.done(run, "--config", "scale=smoke")
    assert list(toy.bytes("results/smoke/**/*.parquet")) == [run]


def test_labels_fit_the_workflow() -> None:
    constraint = re.search(r'setting="([^"]+)"', (PROJECT / "Snakefile").read_text())
    assert constraint
    assert re.fullmatch(constraint[1], LABEL)
    assert "," not in constraint[1]


def test_the_workflow_imports_nothing_heavy() -> None:
    heavy = "{'torch', 'pandas', 'matplotlib', 'scipy'}"
    code = f"import sys, feature_learning.pipeline.rules; print(*{heavy} & set(sys.modules))"
    found = subprocess.run(
        [sys.executable, "-c", code],
        cwd=PROJECT / "src",
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.split() == []


TWO_THREADS = ("--set-threads", "train=2", "theory=2")
CLAIMS = "results/laptop/claims/mei2019.parquet"
FEW = """\
papers: [mei2019]
overrides:
  mei2019:
    experiments:
      double_descent: {d: [20, 30, 40], teachers: 2, seeds: 3}
      noise: {d: 40, teachers: 2, seeds: 3}
      sample_wise: {d: 40, teachers: 2, seeds: 3}
      wide_simulation: {d: 30, teachers: 2, seeds: 3}
      other_features: {d: [20, 30, 40], teachers: 2, seeds: 3}
"""
# The most by which a number may differ between one thread and two: systems at the interpolation
# threshold, without a penalty, multiply rounding by their condition.
TOLERANCE = 1e-6


@pytest.mark.slow
def test_two_threads_give_the_same_numbers_and_verdicts(tmp_path: Path) -> None:
    tables, claims = {}, {}
    for name, options in (("one", ()), ("two", TWO_THREADS)):
        copy = copy_project(tmp_path / name, papers=("mei2019",))
        copy.configure(FEW)
        copy.done(CLAIMS, *options, timeout=400)
        tables[name] = {
            path.stem: pd.read_parquet(path)
            for path in sorted(copy.root.glob("results/laptop/metrics/mei2019/*.parquet"))
        }
        claims[name] = pd.read_parquet(copy.root / CLAIMS)
    assert (
        tables["one"].keys()
        == tables["two"].keys()
        == {"double_descent", "noise", "other_features", "sample_wise", "wide_simulation"}
    )
    for experiment, one in tables["one"].items():
        pd.testing.assert_frame_equal(
            one, tables["two"][experiment], rtol=TOLERANCE, atol=TOLERANCE, obj=experiment
        )
    assert not all(
        one.equals(tables["two"][experiment]) for experiment, one in tables["one"].items()
    ), "both ran on one thread"
    assert len(set(claims["one"]["verdict"]) - {"needs larger sizes"}) > 1
    assert claims["one"]["verdict"].to_list() == claims["two"]["verdict"].to_list()
    estimates = [np.concatenate(claims[name]["estimate"].to_list()) for name in ("one", "two")]
    assert estimates[0] == pytest.approx(estimates[1], rel=1e-4, nan_ok=True)
