"""Time left, and what a terminal shows of a run."""

import io
import logging

import pytest

from feature_learning.core.setting import Setting
from feature_learning.pipeline.engine import Terminal
from feature_learning.pipeline.forecast.costs import Job
from feature_learning.pipeline.report import progress
from feature_learning.pipeline.report.estimate import Estimate, kind
from feature_learning.pipeline.report.progress import Progress, label
from feature_learning.pipeline.run.train import log_progress

LONG, SHORT = Job("train", "toy", "long", "d=3"), Job("train", "toy", "short", "d=3")


def alike(of: Job) -> float:
    return 4.0


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def record(event: str | None = None, message: str = "", **fields) -> logging.LogRecord:
    return logging.makeLogRecord(
        {"msg": message, "event": event, "levelname": "INFO", "levelno": logging.INFO, **fields}
    )


def began(job: int, seed: str = "0") -> logging.LogRecord:
    wildcards = {"paper": "toy", "experiment": "long", "setting": "d=3", "seed": seed}
    return record("job_info", jobid=job, rule_name="train", wildcards=wildcards)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def display(clock, monkeypatch):
    """Our handler in the place of one that writes to a stream; the ticks of its clock are ours."""

    def begin(stream: io.StringIO, jobs: int = 3) -> tuple[logging.Logger, Progress]:
        monkeypatch.setattr(progress.threading.Thread, "start", lambda self: None)
        monkeypatch.setenv("TERM", "xterm")
        logger = logging.Logger("a run")
        messages = logging.StreamHandler(stream)
        messages.addFilter(lambda record: getattr(record, "event", None) != "job_info")
        logger.addHandler(messages)
        shown = Progress()
        shown.begin(Terminal(logger, messages, frozenset()), Estimate({LONG: jobs}, alike, clock))
        return logger, shown

    return begin


def test_time_left_weighs_experiments_by_their_own_jobs(clock):
    estimate = Estimate({LONG: 3, SHORT: 10}, alike, clock)
    assert estimate.left() is None
    for job, (of, seconds) in enumerate([(LONG, 60), (SHORT, 2)]):
        estimate.started(job, of, "")
        clock.now += seconds
        estimate.finished(job)
    # One at a time: two of 60 s and nine of 2 s are to come. By count it would be 11/2 of the 62 s
    # so far.
    assert estimate.left() == pytest.approx(2 * 60 + 9 * 2)
    assert (estimate.done, estimate.total) == (2, 13)


def test_time_left_counts_jobs_side_by_side(clock):
    estimate = Estimate({LONG: 8}, alike, clock)
    for job in range(4):
        estimate.started(job, LONG, "")
    clock.now += 30
    for job in range(4):
        estimate.finished(job)
    assert estimate.left() == pytest.approx(30)
    for job in range(4, 8):
        estimate.started(job, LONG, "")
    clock.now += 10
    assert estimate.left() == pytest.approx(20)


def test_what_has_not_run_is_forecast_and_the_forecast_follows_what_did(clock):
    estimate = Estimate({LONG: 2, SHORT: 2}, {LONG: 30.0, SHORT: 50.0}.__getitem__, clock)
    estimate.started(0, SHORT, "")
    clock.now += 90
    estimate.finished(0)
    # Ninety seconds where fifty were forecast: the machine is slower, by (90 + 30)/(50 + 30) with
    # thirty taken on trust.
    assert estimate.left() == pytest.approx(90 + 2 * 30 * 1.5)


def test_a_first_short_job_says_little_of_the_rest(clock):
    estimate = Estimate({LONG: 2, SHORT: 2}, {LONG: 30.0, SHORT: 0.01}.__getitem__, clock)
    estimate.started(0, SHORT, "")
    clock.now += 1
    estimate.finished(0)
    assert estimate.left() < 70


def test_a_lone_long_job_is_not_divided_among_cores(clock):
    estimate = Estimate({LONG: 2, SHORT: 1}, alike, clock)
    estimate.started(0, LONG, "")
    estimate.started(1, SHORT, "")
    clock.now += 40
    estimate.finished(0)
    estimate.finished(1)
    estimate.started(2, LONG, "")
    assert estimate.left() == pytest.approx(40)


def test_what_has_not_ended_takes_at_least_as_long_as_it_has(clock):
    estimate = Estimate({SHORT: 1, LONG: 2}, alike, clock)
    estimate.started(0, SHORT, "")
    clock.now += 1
    estimate.finished(0)
    # Before one of its own has ended: as forecast, corrected by the others.
    assert estimate.left() == pytest.approx(2 * 4 * (30 + 1) / (30 + 4))
    estimate.started(1, LONG, "")
    clock.now += 50
    assert estimate.left() == pytest.approx(50)


def test_failed_jobs_are_neither_done_nor_running(clock):
    estimate = Estimate({SHORT: 3}, alike, clock)
    for job in range(2):
        estimate.started(job, SHORT, f"job {job}")
    assert estimate.current() == "job 1 and 1 more"
    clock.now += 4
    estimate.finished(0)
    estimate.broke(1)
    assert (estimate.done, estimate.failed, estimate.current()) == (1, 1, "")


def test_kinds_and_labels():
    run = {"paper": "toy", "experiment": "long", "setting": "d=3", "seed": "2"}
    assert label(kind("train", run), run) == "train toy/long, d=3, seed 2"
    assert label(kind("figures/toy/fig1", {}), {}) == "figure toy/fig1"
    assert label(kind("claims", {"paper": "toy"}), {}) == "verdicts of toy"
    assert label(kind("gallery", {}), {}) == "gallery"
    assert kind("figures/toy", {}) is kind("figures/all", {}) is None


def test_lines_where_there_is_no_terminal(display, clock):
    stream = io.StringIO()
    logger, shown = display(stream)
    logger.handle(began(1))
    logger.handle(record(message="a message"))
    clock.now += 9
    shown._draw()
    assert stream.getvalue() == "a message\n"
    logger.handle(record("job_finished", "Finished", job_id=1))
    logger.handle(began(2, "1"))
    clock.now += 1
    for _ in range(3):
        shown._draw()
    line = "1 of 3 jobs, about 17 s left: train toy/long, d=3, seed 1"
    assert stream.getvalue().splitlines() == ["a message", line]
    # Nothing ends: one line per minute.
    clock.now += 59
    shown._draw()
    assert len(stream.getvalue().splitlines()) == 2
    clock.now += 1
    shown._draw()
    logger.handle(record("job_error", "Error in rule train", jobid=2))
    shown.stop()
    *_, error, last = stream.getvalue().splitlines()
    assert error == "Error in rule train"
    assert last == "1 of 3 jobs in 1 min 10 s, 1 failed"


def test_a_terminal_shows_one_line_below_the_messages(display, clock):
    stream = Screen()
    logger, shown = display(stream)
    logger.handle(began(1))
    logger.handle(record("job_finished", "Finished", job_id=1))
    shown._draw()
    logger.handle(record(message="a message"))
    drawn = stream.getvalue()
    assert "\x1b[Ka message\n" in drawn
    assert "Finished" not in drawn
    assert drawn.rsplit("\x1b[K", 1)[1].startswith("1 of 3 jobs, about")
    before = len(drawn)
    shown.stop()
    shown.stop()
    assert stream.getvalue()[before:] == "\r\x1b[K1 of 3 jobs in 0 s\n"
    # Snakemake's handler has its place again.
    logger.handle(record(message="the end"))
    assert stream.getvalue().endswith("the end\n")


def test_an_error_in_it_stops_no_run(display, monkeypatch):
    stream = io.StringIO()
    logger, _ = display(stream)
    monkeypatch.setattr(logging, "raiseExceptions", False)
    logger.handle(record("job_info"))
    logger.handle(record(message="goes on"))
    assert stream.getvalue() == "goes on\n"


def test_long_jobs_say_which_row_they_have_reached(capsys, clock):
    def rows():
        for k, seconds in enumerate([1, 2, 3, 1, 9]):
            clock.now += seconds
            yield {"x": k, "curve": [1.0, 2.0], "y": 0.5}

    setting = Setting.from_json(
        '{"paper": "toy", "experiment": "long", "swept": {}, "fixed": {},'
        ' "grid": {"x": [0, 1], "curve": [1]}}'
    )
    given = list(log_progress(rows(), setting, clock))
    assert [row["x"] for row in given] == [0, 1, 2, 3, 4]
    assert capsys.readouterr().out.splitlines() == ["row 3 after 6 s: x=2", "row 5 after 16 s: x=4"]
