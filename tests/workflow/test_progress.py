"""What a run says while it runs: plain lines, or one line drawn in place on a terminal."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys

import pytest

from workflow.copies import Copy, environment

pytestmark = pytest.mark.slow


def test_plain_lines_and_what_is_asked_to_be_quiet(toy: Copy) -> None:
    toy.edit(
        "experiments/line.py", "        return {\n", "        time.sleep(2)\n        return {\n"
    )
    ran = toy.run("figures/toy2020/lines", cores=2)
    assert ran.rc == 0, ran.output
    lines = ran.output.splitlines()
    shown = [line for line in lines if " of 10 jobs, " in line or " of 11 jobs, " in line]
    assert shown, ran.output
    assert all("toy2020/line" in line and " left: " in line for line in shown), shown
    assert sum("11 of 11 jobs in " in line for line in lines) == 1
    # Ours stands for Snakemake's: neither the jobs' comings and goings nor a line of progress from
    # each job's process.
    assert not any(
        noise in ran.output
        for noise in ("Finished jobid", "steps (", "Select jobs", "Execute 1 jobs")
    )

    assert "Job stats" in toy.run("-n", "-f", "figures/toy2020/lines").output
    quiet = toy.run("--quiet", "all", "-f", "figures/toy2020/lines")
    assert quiet.rc == 0
    assert " jobs" not in quiet.output
    all_said = toy.run("--quiet", "host", "-f", "figures/toy2020/lines").output
    assert "1 of 1 jobs in " in all_said
    assert "Finished jobid" in all_said


def test_a_terminal_and_an_error(toy: Copy) -> None:
    toy.edit(
        "figures/lines.py", 'ax.set_xlabel("position")', 'ax.set_xlabel("position", nothing=42)'
    )
    ours, theirs = pty.openpty()
    shown = {**environment(), "TERM": "xterm", "COLUMNS": "100"}
    command = [
        sys.executable,
        "-m",
        "snakemake",
        "figures/toy2020/lines",
        "figures/toy2020/powers",
        "--cores",
        "2",
    ]
    process = subprocess.Popen(
        command, cwd=toy.root, env=shown, stdin=theirs, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    said = b""
    # A terminal whose other side is closed ends with an error on Linux.
    try:
        while found := os.read(ours, 65536):
            said += found
    except OSError:
        pass
    assert process.wait() != 0
    *drawn, last = said.decode().split("\r\x1b[K")
    assert any(re.match(r"\d+ of 13 jobs, about \d+ s left: ", line) for line in drawn), (
        said.decode()
    )
    assert any("toy2020/line" in line for line in drawn)
    # Errors keep their lines, and the closing words come after the line of progress is gone.
    assert any("RuleException" in line for line in drawn)
    assert last.startswith("12 of 13 jobs in ")
    assert "error in render of toy2020/lines: AttributeError" in last


def test_a_snakemake_that_has_changed_inside_runs_with_its_own_output(toy: Copy) -> None:
    """`test_engine` takes away one attribute after the other."""
    engine = toy.root / "src/feature_learning/pipeline/engine.py"
    text = engine.read_text()
    for name in ("workflow.logger_manager", "workflow.dag", "workflow.local_exec"):
        assert name in text
        text = text.replace(name, f"{name}_renamed")
    engine.write_text(text)
    ran = toy.run("figures/toy2020/lines", "--quiet", "host")
    assert ran.rc == 0, ran.output
    assert len(ran.jobs) == 11
    assert "Traceback" not in ran.output
    assert " jobs in " not in ran.output
    assert "Finished jobid" in ran.output
