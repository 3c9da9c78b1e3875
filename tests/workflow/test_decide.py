"""Seeds that would decide open verdicts are printed as overrides, and only the new ones run."""

from __future__ import annotations

import os
import subprocess
import sys

import pyarrow.parquet as pq
import pytest
import yaml

from workflow.copies import PROJECT, Copy

pytestmark = pytest.mark.slow


def command(copy: Copy, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(copy.root / "src")}
    called = [sys.executable, "-m", "feature_learning", *arguments]
    return subprocess.run(called, cwd=copy.root, env=environment, capture_output=True, text=True)


def decided(copy: Copy, *arguments: str) -> str:
    done = command(copy, "decide", *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


def centre(copy: Copy, table: str = "toy2020") -> dict[str, object]:
    """The claim that two seeds cannot decide."""
    rows = pq.read_table(copy.root / f"results/laptop/claims/{table}.parquet").to_pylist()
    return next(row for row in rows if row["claim"] == "line-and-cloud-centre")


def test_what_it_prints_runs_only_new_seeds_and_decides(finished: Copy) -> None:
    assert centre(finished)["verdict"] == "inconclusive"
    before = finished.bytes("results/laptop/runs/**/*.parquet")
    assert "toy2020/cloud 2 -> " in decided(finished, "--budget", "0s")
    assert "overrides" not in decided(finished, "--budget", "0s"), "it is beyond the budget"
    printed = decided(finished, "figures/toy2020")
    assert "# The price: this is a second look" in printed
    assert list(yaml.safe_load(printed)["overrides"]["toy2020"]["experiments"]) == ["cloud"]
    assert finished.bytes("results/laptop/runs/**/*.parquet") == before
    (finished.root / "more.yaml").write_text(printed)
    logs = finished.logs()
    finished.done("figures/all", "--configfile", "more.yaml")
    after = finished.logs()
    again = {
        log for log, when in logs.items() if after[log] != when and "-" in log.rpartition("/")[2]
    }
    assert not {log for log in again if "/only/" in log or "/slope" in log}, (
        "a seed that was there ran again"
    )
    assert centre(finished)["verdict"] == "reproduced"
    runs = finished.bytes("results/laptop/runs/**/*.parquet")
    assert {path: runs[path] for path in before} == before


def test_what_cannot_be_decided_is_named(finished: Copy) -> None:
    assert (
        "figures/laptop/index.html has no verdicts"
        in command(finished, "decide", "figures/laptop/index.html").stderr
    )
    assert "--budget soon is not a time" in command(finished, "decide", "--budget", "soon").stderr


def test_power_reads_the_pilot(finished: Copy) -> None:
    def power(*arguments: str) -> subprocess.CompletedProcess[str]:
        environment = os.environ | {"PYTHONPATH": str(finished.root / "src")}
        script = [sys.executable, str(PROJECT / "benchmarks/power.py"), *arguments]
        return subprocess.run(
            script, cwd=finished.root, env=environment, capture_output=True, text=True
        )

    pilot = "run the pilot first: snakemake figures/all --config scale=laptop seed=1"
    assert pilot in power("--seed", "1").stderr
    table = power()
    assert table.returncode == 0, table.stderr
    row = next(line for line in table.stdout.splitlines() if line.startswith("toy2020/cloud"))
    assert row.split()[1] == "2"
    assert "line-and-cloud-centre" in row
