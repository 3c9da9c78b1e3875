"""What the closing lines say of jobs that failed."""

from __future__ import annotations

from pathlib import Path

import pytest

from feature_learning.pipeline.report.failures import failures

ENDED = """RuleException:
CalledProcessError in file "/project/workflow/rules/train.smk", line 22:
Command 'set -euo pipefail;  python job.py' {how}.
[Fri Nov 27 17:50:14 2026]
Error in rule train:
    message: None
    jobid: 1
    output: results/laptop/runs/one.parquet
    log: {log} (check log file(s) for error details)
    shell:
        python job.py
"""


@pytest.fixture
def results(tmp_path: Path) -> Path:
    (tmp_path / "logs").mkdir()
    return tmp_path


def test_a_job_says_itself_what_went_wrong_and_each_message_stands_once(results: Path):
    for seed in (1, 2):
        (results / f"logs/{seed}.log").write_text(
            f"error in train of a/b, seed {seed}: no memory\n"
        )
    log = results / "logs/1.log"
    said = ENDED.format(how="returned non-zero exit status 1", log=log)
    assert failures(results, 0, said) == [
        f"error in train of a/b, seed 1 and 1 other job: no memory\n  (log: {log})"
    ]
    assert failures(results, 1e12) == []


@pytest.mark.parametrize(
    ("how", "signal", "why"),
    [
        ("returned non-zero exit status 137", 9, ", often because memory ran out"),
        ("died with <Signals.SIGKILL: 9>", 9, ", often because memory ran out"),
        ("died with <Signals.SIGSEGV: 11>", 11, ""),
    ],
)
def test_a_killed_job_is_named(results: Path, how: str, signal: int, why: str):
    log = results / "logs/a b.log"
    log.write_text("the job's process was killed\n")
    found = failures(results, 0, ENDED.format(how=how, log=log))
    assert found == [f"a job was killed by signal {signal}{why}\n  (log: {log})"]


def test_after_an_interrupt_the_closing_line_says_how_to_go_on(results: Path):
    said = ENDED.format(how="died with <Signals.SIGINT: 2>", log="one.log") * 2
    assert failures(results, 0, said) == ["stopped; the same command goes on where it stopped"]
