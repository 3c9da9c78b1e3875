"""Copies of the project, with a throw-away paper in place of the real ones, and Snakemake run in
them.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

# A folder with another release of Snakemake, to run these tests with (see .ci/run).
SNAKEMAKE = os.environ.get("SNAKEMAKE_UNDER_TEST")
PROJECT = Path(__file__).resolve().parents[2]
TOY = Path(__file__).with_name("toy2020")
PAPERS = Path("src/feature_learning/papers")
# What must be equal bytes however it was made. The pages of papers are not: they say how long
# things took.
PRODUCTS = (
    "results/**/*.parquet",
    *(f"figures/*/*/*.{suffix}" for suffix in ("pdf", "png", "svg", "csv", "json", "gif")),
    "figures/*/documents/*.html",
    "figures/*/summary.txt",
)


def environment() -> dict[str, str]:
    """Return the environment to start Snakemake in: no path or profile of the caller's, and the
    release under test.
    """
    kept = {
        key: value
        for key, value in os.environ.items()
        if key not in ("PYTHONPATH", "SNAKEMAKE_PROFILE")
    }
    return {**kept, "PYTHONPATH": SNAKEMAKE} if SNAKEMAKE else kept


@dataclass(frozen=True)
class Ran:
    """What one call of Snakemake did: its exit status, what it said, and the jobs that ran, named
    by their logs.
    """

    rc: int
    output: str
    jobs: set[str] = field(default_factory=set)


@dataclass(frozen=True)
class Copy:
    """A copy of the project in a folder of its own."""

    root: Path
    scale: str = "laptop"

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        """Start Snakemake as a process group of its own, so that it can be killed with its jobs."""
        return subprocess.Popen(
            [sys.executable, "-m", "snakemake", *arguments],
            cwd=self.root,
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )

    def run(self, *arguments: str, cores: int | None = 2, timeout: float = 120) -> Ran:
        """Run Snakemake to its end and say what it did; without `cores` as the profile has it."""
        before = self.logs()
        process = self.start(*(() if cores is None else ("--cores", str(cores))), *arguments)
        try:
            output, _ = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output, _ = process.communicate()
            pytest.fail(f"snakemake {' '.join(arguments)} hung:\n{output}")
        after = self.logs()
        return Ran(
            process.returncode,
            output,
            {job for job, changed in after.items() if before.get(job) != changed},
        )

    def done(self, *arguments: str, cores: int = 2, timeout: float = 120) -> set[str]:
        """Run Snakemake, which must succeed, and return the jobs that ran."""
        ran = self.run(*arguments, cores=cores, timeout=timeout)
        assert ran.rc == 0, ran.output
        return ran.jobs

    def logs(self) -> dict[str, int]:
        """Return when each job's log was begun: every job writes its own anew, so a new time is a
        job that ran.
        """
        logs = self.root / "results" / self.scale / "logs"
        return {
            str(path.relative_to(logs).with_suffix("")): path.stat().st_mtime_ns
            for path in logs.rglob("*.log")
        }

    def log(self, job: str) -> str:
        """Return a job's log."""
        return (self.root / "results" / self.scale / "logs" / f"{job}.log").read_text()

    def bytes(self, *patterns: str) -> dict[str, bytes]:
        """Return the content of all files that match, by path."""
        return {
            str(path.relative_to(self.root)): path.read_bytes()
            for pattern in patterns
            for path in sorted(self.root.glob(pattern))
            if path.is_file()
        }

    def runs(self, experiment: str) -> Path:
        """Return the folder of an experiment's run files."""
        return self.root / "results" / self.scale / "runs/toy2020" / experiment

    def edit(self, path: str, before: str, after: str) -> None:
        """Replace one passage of a file of the throw-away paper (or of the project, from its
        root).
        """
        file = (
            self.root / path
            if (self.root / path).exists()
            else self.root / PAPERS / "toy2020" / path
        )
        text = file.read_text()
        assert text.count(before) == 1, f"{before!r} occurs {text.count(before)} times in {path}"
        file.write_text(text.replace(before, after))

    def configure(self, text: str) -> None:
        """Write ``config.yaml``."""
        (self.root / "config.yaml").write_text(text)


def copy_project(to: Path, papers: tuple[str, ...] | None = ()) -> Copy:
    """Copy the project's code without results; `papers` are the real papers to take along (None:
    all).
    """
    to.mkdir(parents=True, exist_ok=True)
    ignore = shutil.ignore_patterns("__pycache__", ".snakemake", "*.egg-info")
    for name in ("Snakefile", "config.yaml"):
        shutil.copy2(PROJECT / name, to / name)
    for name in ("profiles", "workflow", "src"):
        shutil.copytree(PROJECT / name, to / name, ignore=ignore)
    for folder in (to / PAPERS).iterdir():
        if folder.is_dir() and papers is not None and folder.name not in papers:
            shutil.rmtree(folder)
    return Copy(to)


def with_toy(copy: Copy) -> Copy:
    """Add the throw-away paper: a folder, and nothing else."""
    shutil.copytree(
        TOY, copy.root / PAPERS / "toy2020", ignore=shutil.ignore_patterns("__pycache__")
    )
    return copy
