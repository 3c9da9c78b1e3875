"""What goes wrong around a run: kills at any moment, a full disk, a folder that cannot be written,
two runs, other clocks.
"""

from __future__ import annotations

import base64
import os
import random
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from workflow.copies import PRODUCTS, Copy, copy_project, with_toy

pytestmark = pytest.mark.slow

SMOKE = ("--config", "scale=smoke")
TABLES = tuple(f"results/smoke/metrics/toy2020/{name}.parquet" for name in ("line", "cloud"))
KILLS = 3


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What a smoke run makes when nothing happens to it."""
    copy = with_toy(copy_project(tmp_path_factory.mktemp("undisturbed") / "project"))
    copy.done("figures/all", *SMOKE)
    return copy.bytes(*PRODUCTS)


def finished_runs(copy: Copy) -> dict[Path, int]:
    """Return the run files that Snakemake knows to be finished, with their inodes: a file written
    anew has another.
    """
    folder = copy.root / ".snakemake/incomplete"
    marks = (
        "".join(path.relative_to(folder).parts).encode()
        for path in folder.rglob("*")
        if path.is_file()
    )
    unfinished = {base64.urlsafe_b64decode(mark).decode() for mark in marks}
    files = copy.root.glob("results/smoke/runs/**/seed-*.parquet")
    return {
        file: file.stat().st_ino
        for file in files
        if str(file.relative_to(copy.root)) not in unfinished
    }


def forget(copy: Copy) -> None:
    """Remove what was made, and Snakemake's memory of it."""
    for name in ("results", ".snakemake"):
        shutil.rmtree(copy.root / name)


def test_kills_at_random_moments_lose_nothing(undisturbed: dict[str, bytes], toy: Copy) -> None:
    """Each kill comes up to a second after a further run has finished, so that there is something
    to lose.
    """
    moments, kills, kept = random.Random(11), 0, 0
    while kills < KILLS:
        before = finished_runs(toy)
        process = toy.start("--cores", "2", *TABLES, *SMOKE)
        while process.poll() is None and finished_runs(toy).keys() <= before.keys():
            time.sleep(0.02)
        try:
            process.wait(timeout=moments.uniform(0.0, 1.0))
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            kills += 1
        output, _ = process.communicate()
        after = finished_runs(toy)
        assert {file: after.get(file) for file in before} == before, output
        assert all(
            undisturbed[path] == found
            for path, found in toy.bytes("results/smoke/**/*.parquet").items()
        ), output
        kept += len(before)
        if process.returncode == 0:
            assert set(TABLES) <= set(toy.bytes(*TABLES))
            forget(toy)
        else:
            assert process.returncode == -signal.SIGKILL, output
            assert toy.run("--unlock", *SMOKE).rc == 0
    assert kept > 0
    toy.done("figures/all", *SMOKE)
    found = toy.bytes(*PRODUCTS)
    assert sorted(found) == sorted(undisturbed)
    assert [path for path in found if found[path] != undisturbed[path]] == []
    assert not list(toy.root.glob("results/**/data/**/*.npz"))


@contextmanager
def mounted(folder: Path, *options: str) -> Iterator[None]:
    """Mount over a folder, or skip where that is not allowed."""
    folder.mkdir(exist_ok=True)
    command = ["mount", *options, str(folder)]
    try:
        subprocess.run(command, check=True, capture_output=True)
    except (FileNotFoundError, subprocess.CalledProcessError) as error:
        said = getattr(error, "stderr", b"").decode().strip() or error
        pytest.skip(f"{' '.join(command)} is not allowed here: {said}")
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def remount(folder: Path, options: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{options}", str(folder)], check=True)


def test_a_full_disk(undisturbed: dict[str, bytes], toy: Copy) -> None:
    with mounted(toy.root / "results", "-t", "tmpfs", "-o", "size=48k", "tmpfs"):
        ran = toy.run("figures/all", *SMOKE)
        assert ran.rc != 0
        assert (
            "results/smoke/ is full: free some space and run again; what was finished is kept"
            in ran.output
        )
        assert all(undisturbed[path] == found for path, found in toy.bytes(*PRODUCTS).items())
        before = finished_runs(toy)
        assert before

        again = toy.run("figures/all", *SMOKE)  # now it is full before anything starts
        assert again.rc != 0
        assert "results/smoke/ " in again.output

        remount(toy.root / "results", "size=64m")
        toy.done("figures/all", *SMOKE)
        after = finished_runs(toy)
        assert {file: after.get(file) for file in before} == before
        assert toy.bytes(*PRODUCTS) == undisturbed


def test_results_that_cannot_be_written(undisturbed: dict[str, bytes], toy: Copy) -> None:
    results = toy.root / "results"
    with mounted(results, "-t", "tmpfs", "-o", "size=64m", "tmpfs"):
        toy.done(TABLES[0], *SMOKE)
        remount(results, "ro")
        before = toy.bytes("results/**/*")
        ran = toy.run("figures/all", *SMOKE)
        assert ran.rc != 0
        said = "results/smoke/ cannot be written: results/smoke: Read-only file system. "
        assert f"{said}Free it or run in another folder" in ran.output
        assert not ran.jobs
        assert toy.bytes("results/**/*") == before

        remount(results, "rw")
        assert not {job for job in toy.done("figures/all", *SMOKE) if "line/" in job} - {
            "toy2020/line/theory"
        }
        assert toy.bytes(*PRODUCTS) == undisturbed


def test_two_at_once(undisturbed: dict[str, bytes], toy: Copy) -> None:
    hold = toy.root / "hold"
    hold.write_text("")
    first = toy.start("--cores", "2", "figures/all", *SMOKE)
    last = time.monotonic() + 120
    smoke = Copy(toy.root, "smoke")
    while (
        "toy2020/line/slope=2.0+start_at=0.0/train-1" not in smoke.logs()
        and first.poll() is None
        and time.monotonic() < last
    ):
        time.sleep(0.1)
    before = smoke.logs()
    second = toy.run(TABLES[0], *SMOKE)
    assert second.rc != 0
    assert "Directory cannot be locked" in second.output
    assert smoke.logs().items() >= before.items()
    hold.unlink()
    output, _ = first.communicate(timeout=120)
    assert first.returncode == 0, output
    assert toy.bytes(*PRODUCTS) == undisturbed


def test_another_clock(original: Copy, finished: Copy) -> None:
    """Inputs whose times lie long ago or ahead: nothing runs for that; what must be made of one
    from the future is refused.
    """
    run = finished.runs("cloud") / "only/seed-1.parquet"
    table = finished.root / "results/laptop/metrics/toy2020/cloud.parquet"
    for days in (-9000, 1):
        for file in (run, table):
            os.utime(file, (time.time() + 86400 * days,) * 2)
        assert finished.done("figures/all") == set()
    table.unlink()
    ran = finished.run("figures/all")
    assert ran.rc != 0
    assert f"than input {run.relative_to(finished.root)}" in ran.output
    assert "This could indicate a clock skew problem" in ran.output
    assert {job for job in ran.jobs if "=" in job or "only" in job} == set()

    os.utime(run)
    assert "toy2020/cloud/aggregate" in finished.done("figures/all")
    assert finished.bytes(*PRODUCTS) == original.bytes(*PRODUCTS)
    assert finished.done("figures/all") == set()


def test_a_style_sheet_that_looks_old_is_noticed(finished: Copy) -> None:
    style = finished.root / "src/feature_learning/plotting/paper.mplstyle"
    style.write_text(style.read_text() + "\naxes.linewidth: 2.5\n")
    os.utime(style, (1e9, 1e9))
    assert {"toy2020/lines", "toy2020/powers", "toy2020/line-and-cloud"} <= finished.done(
        "figures/all"
    )
