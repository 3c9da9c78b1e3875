"""The shipped profile on a real Slurm: the same bytes as on this machine alone, and nothing lost."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from cluster.slurm import Slurm, until
from workflow.copies import PRODUCTS, Copy

pytestmark = [pytest.mark.cluster, pytest.mark.workflow]

# As a user without accounting calls it, and asking after jobs more often than is polite on a shared cluster.
ON_SLURM = ("--workflow-profile", "profiles/slurm", "--slurm-no-account", "--slurm-init-seconds-before-status-checks", "2")
# Four pairs (setting, seed): the one that waits while a file `hold` lies in the project, and three that do not.
TABLE = "results/smoke/metrics/toy2020/line.parquet"
SMOKE = ("--config", "scale=smoke")
HELD = "toy2020/line/slope=2.0+start_at=0.0/train-1"
RUNS = "results/smoke/runs/**/*.parquet"
SUBMITTED = re.compile(r"Submitted array job with Snakemake IDs ([\d,]+) and SLURM job ID (\d+)")


@pytest.fixture
def smoke(toy: Copy) -> Copy:
    """A copy whose jobs are those of scale smoke."""
    return Copy(toy.root, scale="smoke")


@contextmanager
def held(copy: Copy) -> Iterator[subprocess.Popen[str]]:
    """Start the table's jobs on Slurm and wait until all are finished but the one that waits for `hold` to go."""
    (copy.root / "hold").write_text("")
    process = copy.start(TABLE, *SMOKE, *ON_SLURM)
    try:
        until(lambda: process.poll() is not None or (HELD in copy.logs() and len(copy.bytes(RUNS)) == 3), "three runs", 120)
        assert process.poll() is None, process.communicate()[0]
        yield process
    finally:
        (copy.root / "hold").unlink(missing_ok=True)
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()


def written(copy: Copy) -> dict[str, int]:
    """Return when each run file was written."""
    return {str(path): path.stat().st_mtime_ns for path in copy.root.glob(RUNS)}


def test_the_same_bytes_through_job_arrays(slurm: Slurm, smoke: Copy, tmp_path_factory: pytest.TempPathFactory) -> None:
    ran = smoke.run("figures/all", *SMOKE, *ON_SLURM, cores=None, timeout=240)
    assert ran.rc == 0, ran.output
    found = smoke.bytes(*PRODUCTS)
    arrays = SUBMITTED.findall(ran.output)
    tasks = slurm.jobs("COMPLETED")
    # sample and train, six pairs each, and two theories; aggregates, claims, figures and the page run here.
    assert max(ids.count(",") + 1 for ids, _ in arrays) == 6, ran.output
    assert sum(task.startswith(tuple(f"{job}_" for _, job in arrays)) for task in tasks) == sum(ids.count(",") + 1 for ids, _ in arrays)
    assert len(tasks) == 14

    alone = smoke  # the same folder, for the same paths in every file
    for name in ("results", "figures", ".snakemake"):
        (alone.root / name).rename(tmp_path_factory.mktemp("slurm") / name)
    alone.done("figures/all", *SMOKE)
    expected = alone.bytes(*PRODUCTS)
    assert sorted(found) == sorted(expected)
    assert [path for path in found if found[path] != expected[path]] == []
    assert {path.rpartition(".")[2] for path in found} >= {"parquet", "pdf", "svg", "png", "csv"}


def test_a_cancelled_job_is_named_and_only_it_runs_again(slurm: Slurm, smoke: Copy) -> None:
    with held(smoke) as process:
        until(lambda: len(slurm.jobs("RUNNING")) == 1, "the held job alone")
        before = written(smoke)
        slurm.command("scancel", *slurm.jobs("RUNNING"))
        output, _ = process.communicate(timeout=120)
    assert process.returncode != 0
    assert "slope=2.0+start_at=0.0/seed-1.parquet" in output
    assert "CANCELLED" in output

    # A job that was cancelled has left no file, or a half that Snakemake knows of; nothing else is made twice.
    again = smoke.run(TABLE, *SMOKE, *ON_SLURM, cores=None, timeout=120)
    assert again.rc == 0, again.output
    assert {job for job in again.jobs if "/train-" in job} == {HELD}
    assert {path: when for path, when in written(smoke).items() if path in before} == before
    assert len(written(smoke)) == 4


def test_a_node_that_goes_down_and_comes_back_loses_nothing(slurm: Slurm, smoke: Copy) -> None:
    with held(smoke) as process:
        until(lambda: len(slurm.jobs("RUNNING")) == 1, "the held job alone")
        (job,) = slurm.jobs("RUNNING")
        before = written(smoke)
        slurm.command("scontrol", "update", f"nodename={slurm.host}", "state=down", "reason=test")
        until(lambda: not slurm.jobs("RUNNING"), "the job to be taken from the node")
        time.sleep(1)
        (smoke.root / "hold").unlink()
        slurm.command("scontrol", "update", f"nodename={slurm.host}", "state=resume")
        # Slurm holds a job back for two minutes after its node failed.
        slurm.command("scontrol", "update", f"jobid={job}", "starttime=now")
        output, _ = process.communicate(timeout=150)
    assert process.returncode == 0, output
    assert {path: when for path, when in written(smoke).items() if path in before} == before
    assert len(written(smoke)) == 4
    assert not list(smoke.root.glob("results/**/data/**/*.npz"))
