"""What the jobs that failed say, at the end of a run."""

import re
import shutil
from pathlib import Path

_ROOM = 2**20  # bytes that a log needs
_ENDED = re.compile(
    r"(?:non-zero exit status (?P<status>\d+)|died with <Signals\.SIG\w+: (?P<signal>\d+)>)\."
    r".*?^ +log: (?P<log>.+?) \(check log",
    re.MULTILINE | re.DOTALL,
)
_INTERRUPTED, _KILLED = 2, 9


def failures(results: Path, since: float, said: str = "") -> list[str]:
    """Return the errors at the ends of the logs of the jobs that failed after a time, each once.

    Parameters
    ----------
    results
        The folder of the run.
    since
        When the run started, in seconds since the epoch.
    said
        What Snakemake wrote, which alone knows of jobs that were killed.
    """
    by_message: dict[str, list[tuple[str, Path]]] = {}
    for path in sorted((results / "logs").rglob("*.log")):
        if path.stat().st_mtime >= since:
            error = re.search(
                r"^(error in \w+ of .*?): (.*)",
                path.read_text(encoding="utf-8", errors="replace"),
                re.MULTILINE | re.DOTALL,
            )
            if error:
                by_message.setdefault(error[2].strip(), []).append((error[1], path))
    found = [
        f"{jobs[0][0]}{_others(len(jobs) - 1)}: {message}\n  (log: {jobs[0][1]})"
        for message, jobs in by_message.items()
    ]
    told = {path for jobs in by_message.values() for _, path in jobs}
    found += _ended(said, told)
    if shutil.disk_usage(results).free < _ROOM:
        # The job cannot say so: there is no room for its log either.
        found.append(
            f"{results}/ is full: free some space and run again; what was finished is kept"
        )
    return found


def _ended(said: str, told: set[Path]) -> list[str]:
    """Return what Snakemake says of jobs that a signal ended, whose logs cannot say it."""
    found, stopped = [], False
    for ended in _ENDED.finditer(said):
        signal = int(ended["signal"] or int(ended["status"]) - 128)
        log = Path(ended["log"])
        if signal == _INTERRUPTED:
            stopped = True
        elif signal > 0 and log not in told:
            why = ", often because memory ran out" if signal == _KILLED else ""
            found.append(f"a job was killed by signal {signal}{why}\n  (log: {log})")
    if stopped:
        found.append("stopped; the same command goes on where it stopped")
    return found


def _others(count: int) -> str:
    return f" and {count} other job{'' if count == 1 else 's'}" if count else ""
