"""Results depend on neither the number of jobs, nor the folder, nor on who starts a job."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from workflow.copies import PRODUCTS, PROJECT, Copy

LABEL = "slope=2.0+start_at=0.0"


@pytest.mark.workflow
def test_one_core_and_another_folder_give_the_same_bytes(original: Copy, toy: Copy) -> None:
    toy.done("figures/all", cores=1)
    found, expected = toy.bytes(*PRODUCTS), original.bytes(*PRODUCTS)
    assert sorted(found) == sorted(expected)
    assert {path.rpartition(".")[2] for path in found} >= {"parquet", "pdf", "svg", "png", "csv"}
    assert [path for path in found if found[path] != expected[path]] == []


@pytest.mark.workflow
def test_a_setting_survives_a_child_snakemake(original: Copy, finished: Copy) -> None:
    # How an executor hands one job to the process that runs it: wildcards joined by commas.
    assert not [path for path in original.bytes("results/**/*") if "," in path]
    job = f"train:paper=toy2020,experiment=line,setting={LABEL},seed=1"
    run = f"results/laptop/runs/toy2020/line/{LABEL}/seed-1.parquet"
    finished.done("--notemp", "--force", run)
    (finished.root / run).unlink()
    child = ["--mode", "subprocess", "--target-jobs", job, "--allowed-rules", "train", "--nolock", "--force-use-threads"]
    assert finished.done(*child) == {f"toy2020/line/{LABEL}/train-1"}
    assert finished.bytes(run) == original.bytes(run)


@pytest.mark.workflow
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
    heavy = "('torch', 'pandas', 'matplotlib', 'scipy')"
    code = f"import sys, feature_learning.pipeline.workflow; print(*(name for name in {heavy} if name in sys.modules))"
    found = subprocess.run([sys.executable, "-c", code], cwd=PROJECT / "src", capture_output=True, text=True, check=True)
    assert found.stdout.split() == []
