"""Where Snakemake is not as we know it, every contact with its insides answers None, and nothing
fails.
"""

import logging
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest

from feature_learning.core.errors import UserError
from feature_learning.pipeline import engine


def workflow() -> SimpleNamespace:
    """What the engine takes of Snakemake's workflow object."""
    handler = logging.StreamHandler()
    handler.name = "DefaultStreamHandler"
    logger = logging.Logger("snakemake")
    logger.addHandler(handler)
    job = SimpleNamespace(rule=SimpleNamespace(name="train"), wildcards_dict={"paper": "toy"})
    return SimpleNamespace(
        logger_manager=SimpleNamespace(logger=logger),
        output_settings=SimpleNamespace(quiet=[SimpleNamespace(name="RULES")]),
        dag=SimpleNamespace(needrun_jobs=lambda: iter([job])),
        local_exec=True,
        config_settings=SimpleNamespace(configfiles=["mine.yaml"]),
        is_main_process=True,
    )


def test_what_snakemake_says_is_read():
    whole = workflow()
    found = engine.terminal(whole)
    assert found is not None
    assert (found.logger, found.quiet) == (whole.logger_manager.logger, {"RULES"})
    assert engine.jobs(whole) == [("train", {"paper": "toy"})]
    assert engine.runs_locally(whole) is True
    assert engine.given_files(whole) == [Path("mine.yaml")]
    assert engine.is_main(whole) is True


@pytest.mark.parametrize(
    ("read", "missing"),
    [
        (engine.terminal, "logger_manager"),
        (engine.terminal, "output_settings"),
        (engine.jobs, "dag"),
        (engine.runs_locally, "local_exec"),
        (engine.given_files, "config_settings"),
        (engine.is_main, "is_main_process"),
    ],
)
def test_a_renamed_attribute_is_answered_with_none(read, missing):
    broken = workflow()
    delattr(broken, missing)
    assert read(broken) is None


def test_the_limit_of_jobs_per_second_goes_only_where_it_is():
    limited = workflow()
    limited.scheduler = SimpleNamespace(job_rate_limiter=object())
    engine.lift_job_rate_limit(limited)
    assert limited.scheduler.job_rate_limiter is None
    limited.scheduler = SimpleNamespace()
    engine.lift_job_rate_limit(limited)
    assert not vars(limited.scheduler)


def test_another_logger_is_left_alone():
    other = workflow()
    other.logger_manager.logger.handlers[0].name = "a plugin's"
    assert engine.terminal(other) is None


def test_records_without_the_known_fields_are_answered_with_none():
    def read(**fields):
        return engine.event(logging.makeLogRecord({"msg": "", **fields}))

    began = read(event="job_info", jobid=3, rule_name="train", wildcards={"seed": "1"})
    assert began == engine.Event("began", 3, "train", {"seed": "1"})
    assert read(event="job_finished", job_id=3) == engine.Event("ended", 3, routine=True)
    assert read(event="job_error", jobid=3) == engine.Event("failed", 3)
    assert read(event="anything") == engine.Event("other")
    assert read(event="progress").routine
    assert (
        read(event="job_info")
        is read(event="job_finished", jobid=3)
        is read(event="job_error")
        is None
    )


def test_the_table_of_files_is_read_by_its_head(monkeypatch):
    def answer(text, code=0):
        monkeypatch.setattr(
            subprocess, "run", lambda *_, **__: subprocess.CompletedProcess([], code, text, "")
        )

    answer("plan\toutput_file\tdate\nupdate pending\ta.pdf\t-\nno update\tb.pdf\tMonday\n")
    assert engine.pending_files(["figures/all"]) == ["a.pdf"]
    answer("file\tstatus\na.pdf\tmissing\n")
    with pytest.raises(UserError, match="snakemake -n"):
        engine.pending_files(["figures/all"])
    answer("reading\n\nno such target\n", 1)
    with pytest.raises(UserError, match="no such target"):
        engine.pending_files(["figures/nothing"])
