"""The shipped profile on a real Slurm: the same bytes as on this machine alone, and nothing
lost.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
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
STORED = "results/smoke/bundles/toy2020/line/*/*.parquet"
# The pair that waits, dies or eats memory while a file of that name lies in the project.
DISTURBED = "slope=2.0+start_at=0.0, seed 1"


@pytest.fixture
def smoke(slurm: Slurm, toy: Copy) -> Iterator[Copy]:
    """A copy whose jobs are those of scale smoke; in the end no process is left in it."""
    yield Copy(toy.root, scale="smoke")
    for name in ("hold", "kill", "eat"):
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


def pairs(copy: Copy, what: str) -> list[str]:
    """Return the pairs that the bundle's log names as made, kept or failed."""
    return re.findall(rf"^{what}: setting (.*)$", copy.log("toy2020/line/bundle-0"), re.MULTILINE)


@contextmanager
def held(slurm: Slurm, copy: Copy, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start the line's runs on Slurm, wait until one pair is left, and give Snakemake and the job
    that waits.
    """
    (copy.root / "hold").write_text("")
    process = copy.start(LINE, *SMOKE, *ON_SLURM, *options)

    def one_left() -> bool:
        assert process.poll() is None, process.communicate()[0]
        return len(copy.bytes(STORED)) == 3 and len(slurm.jobs("RUNNING")) == 1

    try:
        until(one_left, "three of four pairs finished", 300)
        (job,) = slurm.jobs("RUNNING")
        yield process, job
    finally:
        (copy.root / "hold").unlink(missing_ok=True)
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()


def resumed(copy: Copy, aside: Path) -> None:
    """Run again: the finished pairs are kept, the other is made, and the bytes are those of a run
    without Slurm.
    """
    ran = copy.run(LINE, *SMOKE, *ON_SLURM, cores=None, timeout=300)
    assert ran.rc == 0, ran.output
    assert pairs(copy, "made") == [DISTURBED]
    assert len(pairs(copy, "kept")) == 3
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


def test_the_same_bytes_from_three_bundles(smoke: Copy, tmp_path: Path) -> None:
    ran = smoke.run("figures/all", *SMOKE, *ON_SLURM, cores=None, timeout=600)
    assert ran.rc == 0, ran.output
    # Three bundles of four, two and two pairs, two theories. All else is made where Snakemake runs.
    assert ran.output.count("has been submitted with SLURM jobid") == 5
    assert not list(smoke.root.glob("results/**/data/**/*.npz"))
    assert not smoke.bytes("results/smoke/bundles/**/*.*")
    same_as_alone(smoke, tmp_path, "figures/all")


def test_a_pair_that_is_killed_leaves_the_others(smoke: Copy, tmp_path: Path) -> None:
    (smoke.root / "kill").touch()
    ran = smoke.run(LINE, *SMOKE, *ON_SLURM, cores=None, timeout=300)
    assert ran.rc != 0
    assert "1 of 4 pairs failed; the other 3 are kept:" in ran.output
    assert f"setting {DISTURBED}" in ran.output
    (smoke.root / "kill").unlink()
    resumed(smoke, tmp_path)


def test_a_cancelled_bundle_is_named_and_resumed(slurm: Slurm, smoke: Copy, tmp_path: Path) -> None:
    with held(slurm, smoke) as (process, job):
        slurm.command("scancel", job)
        output, _ = process.communicate(timeout=300)
    assert process.returncode != 0
    assert "CANCELLED" in output
    assert "results/smoke/bundles/toy2020/line/0.made" in output
    resumed(smoke, tmp_path)


def test_a_bundle_out_of_time_is_named_and_resumed(
    slurm: Slurm, smoke: Copy, tmp_path: Path
) -> None:
    with held(slurm, smoke, "--set-resources", "bundle:runtime=1") as (process, _):
        output, _ = process.communicate(timeout=300)
    assert process.returncode != 0
    assert "TIMEOUT" in output
    resumed(smoke, tmp_path)


def test_a_bundle_out_of_memory_is_named_and_resumed(smoke: Copy, tmp_path: Path) -> None:
    (smoke.root / "eat").touch()
    ran = smoke.run(
        LINE, *SMOKE, *ON_SLURM, "--set-resources", "bundle:mem_mb=900", cores=None, timeout=300
    )
    assert ran.rc != 0
    assert re.search("OUT_OF_MEMORY|CANCELLED|FAILED", ran.output), ran.output
    assert "results/smoke/bundles/toy2020/line/0.made" in ran.output
    (smoke.root / "eat").unlink()
    resumed(smoke, tmp_path)


def test_a_controller_that_restarts_loses_nothing(
    slurm: Slurm, smoke: Copy, tmp_path: Path
) -> None:
    with held(slurm, smoke) as (process, job):
        slurm.stop("slurmctld")
        slurm.start("slurmctld", "-D")
        until(slurm.answers, "the controller to answer again")
        assert slurm.jobs("RUNNING") == [job]
        (smoke.root / "hold").unlink()
        output, _ = process.communicate(timeout=300)
    assert process.returncode == 0, output
    assert len(pairs(smoke, "made")) == 4
    same_as_alone(smoke, tmp_path, LINE)


def test_a_node_that_goes_down_and_comes_back_loses_nothing(
    slurm: Slurm, smoke: Copy, tmp_path: Path
) -> None:
    with held(slurm, smoke) as (process, job):
        slurm.command("scontrol", "update", f"nodename={slurm.host}", "state=down", "reason=test")
        until(lambda: not slurm.jobs("RUNNING,COMPLETING"), "the job to be taken from the node")
        assert slurm.jobs("PENDING") == [job]
        # Slurm holds the job back for two minutes, to be sure that the node has ended it. Ask the
        # node instead.
        until(
            lambda: f"slurmstepd: [{job}." not in slurm.command("ps", "-eo", "args"),
            "the node to end the job",
            120,
        )
        # A node that fails takes everything on it along.
        for number in left(smoke.root, session=process.pid):
            with suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
        (smoke.root / "hold").unlink()
        until(lambda: slurm.begun_again(job), "the job to begin again", 180)
        output, _ = process.communicate(timeout=300)
    assert process.returncode == 0, output
    assert pairs(smoke, "made") == [DISTURBED]
    assert len(pairs(smoke, "kept")) == 3
    same_as_alone(smoke, tmp_path, LINE)


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
