"""The shipped profile on a real Slurm: the same bytes as on this machine alone, and nothing
lost.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cluster.slurm import Slurm, until
from workflow.copies import PAPERS, PRODUCTS, Copy

# One Slurm serves all tests, so they share a worker.
pytestmark = [pytest.mark.cluster, pytest.mark.slow, pytest.mark.xdist_group("cluster")]

SMOKE = ("--config", "scale=smoke")
# As a user without accounting calls it, but asking after the jobs more often than is polite on a
# cluster that others use.
ON_SLURM = (
    "--workflow-profile",
    "profiles/slurm",
    "--slurm-no-account",
    "--slurm-init-seconds-before-status-checks",
    "2",
)
LINE = "results/smoke/metrics/toy2020/line.parquet"
RUNS = "results/smoke/runs/toy2020/line/*/*.parquet"
# The run that waits or dies while a file of that name lies in the project.
DISTURBED = "toy2020/line/slope=2.0+start_at=0.0/seed-1"


@pytest.fixture
def smoke(slurm: Slurm, toy: Copy) -> Iterator[Copy]:
    """A copy whose jobs are those of scale smoke; in the end no process is left in it."""
    yield Copy(toy.root, scale="smoke")
    for name in ("hold", "kill"):
        (toy.root / name).unlink(missing_ok=True)
    slurm.empty()
    until(lambda: not left(toy.root), "every process in the project's folder to end", 30)


def left(folder: Path, session: int | None = None) -> dict[int, str]:
    """Return the commands of the processes that work in a folder, but for those of a session."""
    found = {}
    for process in Path("/proc").glob("[0-9]*"):
        number = int(process.name)
        try:
            if (process / "cwd").resolve().is_relative_to(folder) and os.getsid(number) not in (
                session,
                os.getsid(0),
            ):
                found[number] = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue  # it has ended
    return found


@contextmanager
def held(slurm: Slurm, copy: Copy, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start the line's runs on Slurm, wait until one is left, and give Snakemake and the job that
    waits.
    """
    (copy.root / "hold").write_text("")
    process = copy.start(LINE, *SMOKE, *ON_SLURM, *options)

    def one_left() -> bool:
        assert process.poll() is None, process.communicate()[0]
        return len(copy.bytes(RUNS)) == 3 and len(slurm.jobs("RUNNING")) == 1

    try:
        until(one_left, "three of four runs to finish", 300)
        (job,) = slurm.jobs("RUNNING")
        yield process, job
    finally:
        (copy.root / "hold").unlink(missing_ok=True)
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()


def resumed(copy: Copy, aside: Path) -> None:
    """Run again: the finished runs are kept, the other is made, and the bytes are those of a run
    without Slurm.
    """
    before = copy.bytes(RUNS)
    assert len(before) == 3
    ran = copy.run(LINE, *SMOKE, *ON_SLURM, cores=None, timeout=300)
    assert ran.rc == 0, ran.output
    assert ran.output.count("has been submitted with SLURM jobid") == 1
    assert copy.bytes(RUNS).items() > before.items()
    same_as_alone(copy, aside, LINE)


def same_as_alone(copy: Copy, aside: Path, *targets: str) -> None:
    """Compare with what the targets are without Slurm, made in the same folder after what Slurm has
    made is put aside.
    """
    found = copy.bytes(*PRODUCTS)
    for name in ("results", "figures", ".snakemake"):
        if (copy.root / name).exists():
            (copy.root / name).rename(aside / name)
    copy.done(*targets, *SMOKE)
    expected = copy.bytes(*PRODUCTS)
    assert sorted(found) == sorted(expected)
    assert [path for path in found if found[path] != expected[path]] == []


def test_the_same_bytes_as_on_this_machine_alone(smoke: Copy, tmp_path: Path) -> None:
    ran = smoke.run("figures/all", *SMOKE, *ON_SLURM, cores=None, timeout=600)
    assert ran.rc == 0, ran.output
    # Draws of two experiments, eight runs, two theories. All else is made where Snakemake runs.
    assert ran.output.count("has been submitted with SLURM jobid") == 13
    assert not list(smoke.root.glob("results/**/data/**/*.npz"))
    same_as_alone(smoke, tmp_path, "figures/all")


def test_a_run_that_is_killed_leaves_the_others(smoke: Copy, tmp_path: Path) -> None:
    (smoke.root / "kill").touch()
    ran = smoke.run(LINE, *SMOKE, *ON_SLURM, cores=None, timeout=300)
    assert ran.rc != 0
    assert DISTURBED in ran.output
    (smoke.root / "kill").unlink()
    resumed(smoke, tmp_path)


def test_a_cancelled_run_is_named_and_resumed(slurm: Slurm, smoke: Copy, tmp_path: Path) -> None:
    with held(slurm, smoke) as (process, job):
        slurm.command("scancel", job)
        output, _ = process.communicate(timeout=300)
    assert process.returncode != 0
    assert "CANCELLED" in output
    assert f"results/smoke/runs/{DISTURBED}.parquet" in output
    resumed(smoke, tmp_path)


def submitted(slurm: Slurm, copy: Copy, target: str, cores: int) -> str:
    """Submit one allocation that runs a target with local jobs, as docs/cluster.md says, and return
    its job.
    """
    call = shlex.join([sys.executable, "-m", "snakemake", target, *SMOKE, "--cores", str(cores)])
    options = (
        f"--cpus-per-task={cores}",
        "--mem=1500",
        f"--chdir={copy.root}",
        f"--output={copy.root}/{target.replace('/', '-')}.out",
    )
    return slurm.command("sbatch", "--parsable", *options, f"--wrap={call}").strip()


def test_one_allocation_runs_everything(slurm: Slurm, smoke: Copy, tmp_path: Path) -> None:
    job = submitted(slurm, smoke, "figures/all", cores=2)
    until(lambda: job in slurm.jobs("COMPLETED,FAILED"), "the allocation to end", 300)
    assert job in slurm.jobs("COMPLETED"), (smoke.root / "figures-all.out").read_text()
    assert "3 figures of 1 paper at smoke scale" in (smoke.root / "figures-all.out").read_text()
    same_as_alone(smoke, tmp_path, "figures/all")


def test_two_allocations_share_the_papers(slurm: Slurm, smoke: Copy, tmp_path: Path) -> None:
    twin = smoke.root / PAPERS / "toy2021"
    shutil.copytree(smoke.root / PAPERS / "toy2020", twin)
    for path in twin.rglob("*.py"):
        path.write_text(path.read_text().replace("toy2020", "toy2021"))
    allocations = [
        submitted(slurm, smoke, f"figures/{paper}", cores=1) for paper in ("toy2020", "toy2021")
    ]
    until(lambda: set(allocations) <= set(slurm.jobs("RUNNING,COMPLETED")), "both to run", 60)
    until(lambda: set(allocations) <= set(slurm.jobs("COMPLETED,FAILED")), "both to end", 300)
    said = {path.name: path.read_text() for path in smoke.root.glob("figures-*.out")}
    assert set(allocations) <= set(slurm.jobs("COMPLETED")), said
    assert smoke.done("figures/all", *SMOKE) == {"gallery"}
    same_as_alone(smoke, tmp_path, "figures/all")
    assert json.loads((smoke.root / "figures/smoke/run.json").read_text())["verdicts"].keys() == {
        "toy2020",
        "toy2021",
    }
