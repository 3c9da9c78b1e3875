"""Seeds that are added after the verdicts were read: only the new ones run, and the verdict says
which look it was.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pyarrow.parquet as pq
import pytest

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


def test_only_new_seeds_run_and_the_look_is_named(finished: Copy) -> None:
    assert (centre(finished)["verdict"], centre(finished)["look"]) == ("inconclusive", 0)
    before = finished.bytes("results/laptop/runs/**/*.parquet")
    shown = decided(finished, "--dry-run")
    assert "toy2020/cloud 2 -> " in shown
    assert finished.bytes("results/laptop/runs/**/*.parquet") == before
    assert "beyond the budget" in decided(finished, "--budget", "0s", "--cores", "2")
    logs = finished.logs()
    assert "0 claims of papers and theories are open" in decided(finished, "--cores", "2")
    after = finished.logs()
    again = {
        log for log, when in logs.items() if after[log] != when and "-" in log.rpartition("/")[2]
    }
    assert not {log for log in again if "/only/" in log or "/slope" in log}, (
        "a seed that was there ran again"
    )
    found = centre(finished)
    assert (found["verdict"], found["look"]) == ("reproduced", 2)
    assert found["seeds"] > 2
    runs = finished.bytes("results/laptop/runs/**/*.parquet")
    assert {path: runs[path] for path in before} == before
    assert finished.done("figures/all") == set()


def test_one_figure_is_decided_alone(finished: Copy) -> None:
    decided(finished, "figures/toy2020/line-and-cloud", "--cores", "2")
    found = centre(finished, "toy2020/line-and-cloud")
    assert (found["verdict"], found["look"]) == ("reproduced", 2)
    looks = json.loads((finished.root / "results/laptop/looks.json").read_text())
    assert "toy2020/powers" not in looks[0]


def test_an_interrupted_look_is_finished(finished: Copy) -> None:
    (finished.root / "results/laptop/looks.json").write_text(
        json.dumps([{"toy2020/cloud": 2}, {"toy2020/cloud": 9}])
    )
    decided(finished, "figures/toy2020", "--cores", "2")
    assert (centre(finished)["look"], centre(finished)["seeds"]) == (2, 9)


def test_what_cannot_be_decided_is_named(finished: Copy) -> None:
    assert (
        "figures/laptop/index.html has no verdicts of its own"
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
