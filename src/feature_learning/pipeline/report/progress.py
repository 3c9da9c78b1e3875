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
from collections import Counter
from collections.abc import Mapping
from typing import Any, TextIO

from feature_learning.pipeline import engine
from feature_learning.pipeline.forecast.costs import CostModel, Job
from feature_learning.pipeline.report.estimate import Estimate, kind

# Seconds between two updates: on a terminal, elsewhere, and elsewhere if no job has ended in
# between.
_REDRAW, _LINE, _QUIET_LINE = 1.0, 10.0, 60.0


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
        """Start, unless the user requested quiet or another logger, or Snakemake does not
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
    what = {"render": "figure", "claims": "verdicts of", "page": "page of"}.get(of.stage, of.stage)
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
