"""Progress of a run in the terminal: jobs done, time left, and what is running now.

Snakemake reports on its jobs in log records. While jobs run, our own handler replaces Snakemake's.
A logger plugin would be the documented way. But Snakemake looks for plugins among the installed
packages before it reads the Snakefile, so a bare ``snakemake figures/all`` would fail if this
package were not installed.
"""

import logging
import os
import shutil
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, TextIO

from feature_learning.pipeline import engine
from feature_learning.pipeline.commands import STAGES
from feature_learning.pipeline.forecast.costs import CostModel, Job

# Seconds between two updates: on a terminal, elsewhere, and elsewhere if no job has ended in
# between.
_REDRAW, _LINE, _QUIET_LINE = 1.0, 10.0, 60.0
# So many seconds of jobs are assumed to have met their forecast: the first jobs of a run are short
# and say little about the long ones.
_TRUST = 30.0


def kind(rule: str, wildcards: Mapping[str, str]) -> Job | None:
    """Return the kind of a job, which all its seeds share, or None for a target that only collects
    files.
    """
    if rule.startswith("figures/"):
        return Job("render", *rule.split("/")[1:]) if rule.count("/") == 2 else None
    given = [wildcards[name] for name in ("paper", "experiment", "setting") if name in wildcards]
    return Job(rule, *given) if rule in STAGES else None


class Estimate:
    """What a run has done, and how long the rest will take.

    Each remaining job is assumed to take the mean time of the finished jobs of its setting. If
    there are none, it is assumed to take its forecast, scaled by how far the forecasts were off so
    far. The sum is divided by the mean number of jobs that ran at the same time.

    Parameters
    ----------
    jobs
        The number of jobs of each kind.
    forecast
        Returns the seconds that a job of a kind is expected to take.
    clock
        Returns the time in seconds.
    """

    def __init__(
        self,
        jobs: Mapping[Job, int],
        forecast: Callable[[Job], float],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._waiting = Counter(jobs)
        self._expected = {of: forecast(of) for of in jobs}
        self._clock = clock
        self._start = clock()
        self._running: dict[int, tuple[Job, str, float]] = {}
        # The number of finished jobs and their mean time, by kind.
        self._ended: dict[Job, tuple[int, float]] = {}
        self._busy = 0.0
        self.total = sum(jobs.values())
        self.done = 0
        self.failed = 0

    def started(self, job: int, of: Job, label: str) -> None:
        """Note that a job has started, or waits in the queue of a cluster."""
        self._waiting[of] -= 1
        self._running[job] = (of, label, self._clock())

    def finished(self, job: int) -> None:
        """Note that a job has succeeded."""
        if job in self._running:
            of, _, since = self._running.pop(job)
            took = self._clock() - since
            count, mean = self._ended.get(of, (0, 0.0))
            self._ended[of] = (count + 1, mean + (took - mean) / (count + 1))
            self._busy += took
            self.done += 1

    def broke(self, job: int) -> None:
        """Note that a job has failed."""
        if self._running.pop(job, None):
            self.failed += 1

    @property
    def elapsed(self) -> float:
        """The seconds since the first job could start."""
        return self._clock() - self._start

    def current(self) -> str:
        """Return what is running: the job that started last, and the number of others."""
        labels = [label for _, label, _ in self._running.values()]
        return (
            ""
            if not labels
            else labels[-1] + (f" and {len(labels) - 1} more" if labels[1:] else "")
        )

    def left(self) -> float | None:
        """Return the seconds that the rest will take, or None before a job has ended."""
        if not self.done:
            return None
        now = self._clock()
        running = [(of, now - since) for of, _, since in self._running.values()]
        longest: dict[Job, float] = {}
        for of, so_far in running:
            longest[of] = max(so_far, longest.get(of, 0.0))
        off = self._off
        takes = {of: self._takes(of, longest.get(of, 0.0), off) for of in self._waiting}
        rest = [max(takes[of] - so_far, 0.0) for of, so_far in running]
        waiting = sum(count * takes[of] for of, count in self._waiting.items() if count > 0)
        busy = self._busy + sum(so_far for _, so_far in running)
        at_a_time = max(busy / max(now - self._start, 1e-9), 1e-9)
        return max([(waiting + sum(rest)) / at_a_time, *rest])

    @property
    def _off(self) -> float:
        """The time of finished jobs over their forecast: the speed of the machine and its other
        load.
        """
        forecast = sum(count * self._expected[of] for of, (count, _) in self._ended.items())
        return (_TRUST + sum(count * mean for count, mean in self._ended.values())) / (
            _TRUST + forecast
        )

    def _takes(self, of: Job, longest: float, off: float) -> float:
        """The seconds that a job of a kind takes; if none has ended, at least as long as one has
        been running.
        """
        return self._ended[of][1] if of in self._ended else max(off * self._expected[of], longest)


class Progress(logging.Handler):
    """Replaces Snakemake's terminal handler while jobs run: passes messages on, and keeps a
    progress line below them.

    On a terminal the line is updated in place; elsewhere a new line is written at most every ten
    seconds.
    """

    def __init__(self) -> None:
        super().__init__()
        self._logger: logging.Logger | None = None
        self._stopped = threading.Event()

    def start(self, workflow: Any, costs: CostModel) -> None:
        """Start, unless the user asked for quiet or for another logger, or Snakemake does not
        provide what is needed.

        Parameters
        ----------
        workflow
            Snakemake's workflow, after it has determined its jobs.
        costs
            The forecasts of the jobs.
        """
        terminal, jobs = engine.terminal(workflow), engine.jobs(workflow)
        if terminal is None or jobs is None or terminal.quiet & {"ALL", "PROGRESS"}:
            return
        kinds = Counter(filter(None, (kind(rule, wildcards) for rule, wildcards in jobs)))
        estimate = Estimate(kinds, lambda of: costs.forecast(of).seconds)
        self.begin(terminal, estimate, "RULES" in terminal.quiet)

    def begin(self, terminal: engine.Terminal, estimate: Estimate, brief: bool = True) -> None:
        """Take the place of Snakemake's handler.

        Parameters
        ----------
        terminal
            Where Snakemake writes.
        estimate
            The estimate of the run.
        brief
            Do not report the end of every single job.
        """
        self._logger, self._messages, self._estimate = terminal.logger, terminal.handler, estimate
        self._brief = brief
        self._stream: TextIO = terminal.handler.stream
        self._terminal = self._stream.isatty() and os.environ.get("TERM") != "dumb"
        self._written = (0.0, 0)
        self._logger.removeHandler(self._messages)
        self._logger.addHandler(self)
        threading.Thread(target=self._tick, daemon=True).start()

    def stop(self) -> None:
        """Give the terminal back to Snakemake; a last line says how long the run took."""
        if self._logger is None:
            return
        seen = self._estimate
        failed = f", {seen.failed} failed" if seen.failed else ""
        self._give_back()
        self._write(f"{seen.done} of {seen.total} jobs in {duration(seen.elapsed)}{failed}\n")

    def _give_back(self) -> None:
        self._stopped.set()
        assert self.lock
        with self.lock:
            if self._logger is not None:
                self._erase()
                self._logger.removeHandler(self)
                self._logger.addHandler(self._messages)
                self._logger = None

    def emit(self, record: logging.LogRecord) -> None:
        """Note what a record says, and pass it on; if it cannot be read, go back to Snakemake's own
        output.
        """
        event = engine.event(record)
        if event is None:
            self._give_back()
            self._messages.handle(record)
            return
        self._note(event)
        if not (self._brief and event.routine) and self._messages.filter(record):
            self._erase()
            self._messages.handle(record)
            if self._terminal:
                self._draw()

    def _note(self, event: engine.Event) -> None:
        if event.name == "began":
            given = event.wildcards or {}
            of = kind(event.rule, given)
            if of is not None:
                self._estimate.started(event.job, of, label(of, given))
        elif event.name == "ended":
            self._estimate.finished(event.job)
        elif event.name == "failed":
            self._estimate.broke(event.job)

    def line(self) -> str:
        """Return the progress line."""
        seen = self._estimate
        left = seen.left() if seen.done < seen.total else None
        parts = [f"{seen.done} of {seen.total} jobs"]
        parts += [f"{seen.failed} failed"] if seen.failed else []
        parts += [f"about {duration(left)} left"] if left is not None else []
        current = seen.current()
        return ", ".join(parts) + (f": {current}" if current else "")

    def _tick(self) -> None:
        assert self.lock
        while not self._stopped.wait(_REDRAW):
            with self.lock:
                if self._logger is not None:
                    self._draw()

    def _draw(self) -> None:
        if self._terminal:
            self._write(f"\r\x1b[K{self.line()[: shutil.get_terminal_size().columns - 1]}")
            return
        at, done = self._written
        seen = self._estimate
        if seen.elapsed - at >= (_LINE if seen.done + seen.failed != done else _QUIET_LINE):
            self._written = (seen.elapsed, seen.done + seen.failed)
            self._write(self.line() + "\n")

    def _erase(self) -> None:
        if self._terminal:
            self._write("\r\x1b[K")

    def _write(self, text: str) -> None:
        try:
            self._stream.write(text)
            self._stream.flush()
        except OSError:
            # The terminal is gone; the jobs are not.
            self._terminal = False


def label(of: Job, wildcards: Mapping[str, str]) -> str:
    """Return the name of a job for users."""
    what = {"render": "figure", "claims": "verdicts of"}.get(of.stage, of.stage)
    parts = [
        f"{what} {'/'.join(filter(None, (of.paper, of.name)))}".strip(),
        *([of.label] if of.label not in ("", "only") else []),
    ]
    return ", ".join([*parts, *([f"seed {wildcards['seed']}"] if "seed" in wildcards else [])])


def duration(seconds: float) -> str:
    """Return a duration in hours, minutes and seconds.

    >>> [duration(seconds) for seconds in (0.4, 59.6, 130, 3900)]
    ['0 s', '1 min 00 s', '2 min 10 s', '1 h 05 min']
    """
    minutes, rest = divmod(round(seconds), 60)
    if not minutes:
        return f"{rest} s"
    return (
        f"{minutes} min {rest:02d} s"
        if minutes < 60
        else f"{minutes // 60} h {minutes % 60:02d} min"
    )
