"""All contact with Snakemake beyond its documented interface.

The Snakefile and the rules use what Snakemake documents. What this module uses may be renamed in
any release. So if Snakemake has changed, every function here returns None or does nothing, and the
run continues with Snakemake's own output.
"""

import functools
import logging
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, ParamSpec, TypeVar

from feature_learning.core.errors import UserError
from feature_learning.core.packages import ROOT

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


def _guarded(function: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result | None]:
    """Make a function return None if Snakemake is not as it expects."""

    @functools.wraps(function)
    def guarded(*args: _Arguments.args, **kwargs: _Arguments.kwargs) -> _Result | None:
        try:
            return function(*args, **kwargs)
        except (AttributeError, ImportError, IndexError, KeyError, TypeError, ValueError):
            return None

    return guarded


@dataclass(frozen=True)
class Terminal:
    """Snakemake's terminal output.

    Attributes
    ----------
    logger
        Snakemake's logger.
    handler
        The handler that writes to the terminal.
    quiet
        What the user does not want to see: ``ALL``, ``PROGRESS``, ``RULES``.
    """

    logger: logging.Logger
    handler: logging.StreamHandler[Any]
    quiet: frozenset[str]


@_guarded
def terminal(workflow: Any) -> Terminal | None:
    """Return Snakemake's terminal output, or None if the user has chosen another logger."""
    logger = workflow.logger_manager.logger
    quiet = frozenset(level.name for level in workflow.output_settings.quiet or ())
    handlers = [each for each in logger.handlers if each.name == "DefaultStreamHandler"]
    if not handlers or not callable(handlers[0].stream.write):
        return None
    return Terminal(logger, handlers[0], quiet)


@_guarded
def jobs(workflow: Any) -> list[tuple[str, Mapping[str, str]]]:
    """Return the rule and the wildcards of each job that this run will do."""
    return [(str(job.rule.name), dict(job.wildcards_dict)) for job in workflow.dag.needrun_jobs()]


@_guarded
def given_files(workflow: Any) -> list[Path]:
    """Return the files that the user gave to ``--configfile``."""
    return [Path(file) for file in workflow.config_settings.configfiles]


@_guarded
def is_main(workflow: Any) -> bool:
    """Return whether this process is what the user has started, not a job of it."""
    return bool(workflow.is_main_process)


@_guarded
def runs_locally(workflow: Any) -> bool:
    """Return whether jobs are processes on this machine, not jobs of a cluster."""
    return bool(workflow.local_exec)


@_guarded
def lift_job_rate_limit(workflow: Any) -> None:
    """Let local jobs start as soon as they can.

    Snakemake limits how many jobs may start per second. Each time its scheduler wakes, the limit
    schedules another wake-up one second later. In a whole run at smoke scale (492 jobs) that costs
    45 of the 78 CPU seconds that Snakemake itself uses. The limit protects batch systems, which a
    local run does not use.
    """
    scheduler = workflow.scheduler
    if scheduler.job_rate_limiter is not None:
        scheduler.job_rate_limiter = None


@_guarded
def share(workflow: Any, **names: Any) -> None:
    """Make names known to the commands of rules where this workflow is a module of another one."""
    workflow.modifier_stack[0].globals.update(names)


@dataclass(frozen=True)
class Event:
    """What a log record says.

    Attributes
    ----------
    name
        What happened: a job began, succeeded or failed, or anything else (``other``).
    job
        Snakemake's number for the job.
    rule, wildcards
        Which job it is; only known when it begins.
    routine
        Whether the progress line already says the same, so the record need not be shown.
    """

    name: Literal["began", "ended", "failed", "other"]
    job: int = -1
    rule: str = ""
    wildcards: Mapping[str, str] | None = None
    routine: bool = False


@_guarded
def event(record: logging.LogRecord) -> Event:
    """Read one of Snakemake's log records."""
    fields = vars(record)
    name = fields.get("event")
    if name == "job_info":
        return Event(
            "began", fields["jobid"], fields["rule_name"], dict(fields.get("wildcards") or {})
        )
    if name == "job_finished":
        return Event("ended", fields["job_id"], routine=True)
    if name == "job_error":
        return Event("failed", fields["jobid"])
    return Event(
        "other",
        routine=name in ("job_started", "progress") or record.msg == "Select jobs to execute...",
    )


def pending_files(arguments: Sequence[str]) -> list[str]:
    """Return the files that ``snakemake`` would make with these arguments, from its table of all
    files (``--summary``). Where Snakemake fails, the message is its own.
    """
    here = any(Path(name).is_file() for name in ("Snakefile", "workflow/Snakefile"))
    workflow = [] if here else ["--snakefile", str(ROOT / "Snakefile")]
    command = [sys.executable, "-m", "snakemake", *workflow, *arguments, "--summary"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8")
    if done.returncode:
        said = [line for line in (done.stderr or done.stdout).splitlines() if line.strip()]
        raise UserError("\n".join(said[-3:]))
    head, *rows = [line.split("\t") for line in done.stdout.splitlines()] or [[]]
    if not {"output_file", "plan"} <= set(head):
        raise UserError(
            "this version of Snakemake writes another table for --summary; use its own plan: "
            "snakemake -n"
        )
    file, plan = head.index("output_file"), head.index("plan")
    return [row[file] for row in rows if row[plan] == "update pending"]
