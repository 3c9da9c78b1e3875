"""The shipped profile on a real Slurm: the same bytes as on this machine alone, and nothing lost."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cluster.slurm import Slurm, until
from workflow.copies import PRODUCTS, Copy

# One Slurm serves all tests, so they share a worker.
pytestmark = [pytest.mark.cluster, pytest.mark.slow, pytest.mark.xdist_group("cluster")]

SMOKE = ("--config", "scale=smoke")
# As a user without accounting calls it, but asking after the jobs more often than is polite on a cluster that others use.
ON_SLURM = ("--workflow-profile", "profiles/slurm", "--slurm-no-account", "--slurm-init-seconds-before-status-checks", "2")
# Each task waits for the file of the first: on a busy machine the profile's 30 seconds can be short (docs/cluster.md).
ARRAYS = ("--slurm-array-jobs", "all", "--latency-wait", "300")
GROUPS = ("--groups", "sample=pairs", "train=pairs", "--group-components", "pairs=2")
SERIAL = ("--cores", "1", "--resources", "mem_mb=1000", "--notemp")
# Three runs; the last waits while a file `hold` lies in the project.
RUNS = tuple(
    f"results/smoke/runs/toy2020/line/slope={slope}+start_at=0.0/seed-{seed}.parquet"
    for slope, seed in [("1.0", 0), ("2.0", 0), ("2.0", 1)]
)
HELD = "toy2020/line/slope=2.0+start_at=0.0/train-1"
# One pair of each setting: a Slurm job takes seconds before its science begins.
FEW = """\
overrides:
  toy2020:
    experiments:
      line: {seeds: 1}
      cloud: {seeds: 1}
"""
CLOUD = "results/smoke/metrics/toy2020/cloud.parquet"


@pytest.fixture
def smoke(toy: Copy) -> Copy:
    """A copy whose jobs are those of scale smoke."""
    return Copy(toy.root, scale="smoke")


@contextmanager
def held(slurm: Slurm, copy: Copy) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start the runs on Slurm, wait until one alone is left, and give Snakemake and the job that waits."""
    (copy.root / "hold").write_text("")
    process = copy.start(*RUNS, *SMOKE, *ON_SLURM)

    def one_left() -> bool:
        assert process.poll() is None, process.communicate()[0]
        return HELD in copy.logs() and len(copy.bytes(*RUNS)) == 2 and len(slurm.jobs("PENDING,RUNNING,COMPLETING")) == 1

    try:
        until(one_left, "two runs finished and one job left", 300)
        (job,) = slurm.jobs("RUNNING")
        yield process, job
    finally:
        (copy.root / "hold").unlink(missing_ok=True)
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()


def others(copy: Copy) -> dict[str, int]:
    """Return when each job but the held one began. File times do not tell: Snakemake touches files after a job's end."""
    return {job: when for job, when in copy.logs().items() if job != HELD}


def made_again_alone(copy: Copy, aside: Path, target: str) -> dict[str, bytes]:
    """Return what the target is without Slurm, made in the same folder after what Slurm has made is put aside."""
    for name in ("results", "figures", ".snakemake"):
        if (copy.root / name).exists():
            (copy.root / name).rename(aside / name)
    copy.done(target, *SMOKE)
    return copy.bytes(*PRODUCTS)


def test_the_same_bytes(slurm: Slurm, smoke: Copy, tmp_path: Path) -> None:
    smoke.configure(FEW)
    ran = smoke.run("figures/all", *SMOKE, *ON_SLURM, cores=None, timeout=600)
    assert ran.rc == 0, ran.output
    found = smoke.bytes(*PRODUCTS)
    # Three samples, three runs, two theories; tables, claims, figures and the page are made where Snakemake runs.
    assert ran.output.count("has been submitted with SLURM jobid") == 8
    assert not list(smoke.root.glob("results/**/data/**/*.npz"))

    expected = made_again_alone(smoke, tmp_path, "figures/all")
    assert sorted(found) == sorted(expected)
    assert [path for path in found if found[path] != expected[path]] == []
    assert {path.rpartition(".")[2] for path in found} >= {"parquet", "pdf", "svg", "png", "csv"}


def test_the_same_bytes_through_a_job_array(slurm: Slurm, smoke: Copy, tmp_path: Path) -> None:
    ran = smoke.run(CLOUD, *SMOKE, *ON_SLURM, *ARRAYS, cores=None, timeout=300)
    assert ran.rc == 0, ran.output
    (array,) = set(re.findall(r"and SLURM job ID (\d+)\. The individual task IDs are 1-2", ran.output)[:1])
    assert {f"{array}_1", f"{array}_2"} <= set(slurm.jobs("COMPLETED"))
    found = smoke.bytes(*PRODUCTS)
    assert found == made_again_alone(smoke, tmp_path, CLOUD)


def test_the_same_bytes_through_a_group(slurm: Slurm, smoke: Copy, tmp_path: Path) -> None:
    ran = smoke.run(CLOUD, *SMOKE, *ON_SLURM, *GROUPS, *SERIAL, cores=None, timeout=300)
    assert ran.rc == 0, ran.output
    assert ran.output.count("has been submitted with SLURM jobid") == 1  # both pairs in it
    found = smoke.bytes(*PRODUCTS)
    assert found == made_again_alone(smoke, tmp_path, CLOUD)


def test_a_cancelled_job_is_named_and_only_it_runs_again(slurm: Slurm, smoke: Copy) -> None:
    with held(slurm, smoke) as (process, job):
        slurm.command("scancel", job)
        output, _ = process.communicate(timeout=300)
    assert process.returncode != 0
    assert RUNS[2] in output
    assert "CANCELLED" in output
    assert set(smoke.bytes(*RUNS)) == set(RUNS[:2])

    again = smoke.run(*RUNS, *SMOKE, *ON_SLURM, cores=None, timeout=300)
    assert again.rc == 0, again.output
    assert again.jobs == {HELD}  # its instance is still there
    assert set(smoke.bytes(*RUNS)) == set(RUNS)


def test_a_node_that_goes_down_and_comes_back_loses_nothing(slurm: Slurm, smoke: Copy) -> None:
    with held(slurm, smoke) as (process, job):
        before = others(smoke)
        slurm.command("scontrol", "update", f"nodename={slurm.host}", "state=down", "reason=test")
        until(lambda: not slurm.jobs("RUNNING,COMPLETING"), "the job to be taken from the node")
        assert slurm.jobs("PENDING") == [job]
        # Slurm holds the job back for two minutes, to be sure that the node has ended it. Ask the node instead.
        until(lambda: f"slurmstepd: [{job}." not in slurm.command("ps", "-eo", "args"), "the node to end the job", 120)
        (smoke.root / "hold").unlink()
        until(lambda: slurm.begun_again(job), "the job to begin again", 180)
        output, _ = process.communicate(timeout=300)
    assert process.returncode == 0, output
    assert others(smoke) == before
    assert set(smoke.bytes(*RUNS)) == set(RUNS)
    assert not list(smoke.root.glob("results/**/data/**/*.npz"))
