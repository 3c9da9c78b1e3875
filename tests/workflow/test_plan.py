"""The plan names the jobs that Snakemake then runs."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from workflow.copies import Copy

pytestmark = pytest.mark.slow


def planned(copy: Copy, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(copy.root / "src")}
    command = [sys.executable, "-m", "feature_learning", "plan", *arguments]
    return subprocess.run(command, cwd=copy.root, env=environment, capture_output=True, text=True)


def stages(copy: Copy, *arguments: str) -> dict[str, int]:
    """Return the planned number of jobs by stage."""
    done = planned(copy, *arguments)
    assert done.returncode == 0, done.stderr
    table = done.stdout.partition("stage")[2].partition("\n\n")[0]
    return {name: int(count) for name, count in re.findall(r"^(\w+) +(\d+) ", table, re.MULTILINE)}


def ran(jobs: set[str]) -> dict[str, int]:
    """Return the number of jobs by stage, told by their logs."""
    kinds = [re.sub(r"-\d+$", "", job.rpartition("/")[2]) for job in jobs]
    own = ("sample", "train", "theory", "aggregate", "claims", "page", "gallery")
    named = [kind if kind in own else "render" for kind in kinds]
    return {kind: named.count(kind) for kind in dict.fromkeys(named)}


def test_what_is_planned_is_what_runs(finished: Copy) -> None:
    assert "nothing to do" in planned(finished, "figures/all").stdout
    finished.edit("figures/powers.py", "power {}", "exponent {}")
    (finished.runs("cloud") / "only/seed-1.parquet").unlink()
    (finished.root / "results/laptop/metrics/toy2020/cloud.parquet").unlink()
    expected = stages(finished, "figures/all")
    assert (
        expected
        == ran(finished.done("figures/all"))
        == {"train": 1, "aggregate": 1, "claims": 1, "render": 2, "page": 1, "gallery": 1}
    )


def test_a_plan_of_another_scale_runs_nothing(toy: Copy) -> None:
    assert stages(toy, "figures/toy2020/lines", "--scale", "smoke") == {
        "sample": 2,
        "train": 4,
        "theory": 1,
        "aggregate": 1,
        "render": 1,
    }
    assert not toy.bytes("results/**/*.parquet")


def test_a_misspelt_target_is_named_and_no_configuration_is_needed(toy: Copy) -> None:
    wrong = planned(toy, "figures/toy2020/line")
    assert wrong.returncode != 0
    assert (
        "there is no target figures/toy2020/line. Did you mean figures/toy2020/lines"
        in wrong.stderr
    )
    (toy.root / "config.yaml").unlink()  # a folder without one has the defaults
    assert planned(toy, "figures/toy2020/lines").returncode == 0
