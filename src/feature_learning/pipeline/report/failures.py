"""What the jobs that failed say, at the end of a run."""

import re
import shutil
from pathlib import Path

_ROOM = 2**20  # bytes that a log needs


def failures(results: Path, since: float) -> list[str]:
    """Return the errors at the ends of the logs of the jobs that failed after a time (seconds
    since the epoch), each once.
    """
    by_message: dict[str, list[tuple[str, Path]]] = {}
    for path in sorted((results / "logs").rglob("*.log")):
        if path.stat().st_mtime >= since:
            said = re.search(
                r"^(error in \w+ of .*?): (.*)",
                path.read_text(errors="replace"),
                re.MULTILINE | re.DOTALL,
            )
            if said:
                by_message.setdefault(said[2].strip(), []).append((said[1], path))
    found = [
        f"{jobs[0][0]}{_others(len(jobs) - 1)}: {message}\n  (log: {jobs[0][1]})"
        for message, jobs in by_message.items()
    ]
    if shutil.disk_usage(results).free < _ROOM:
        # The job cannot say so: there is no room for its log either.
        found.append(
            f"{results}/ is full: free some space and run again; what was finished is kept"
        )
    return found


def _others(count: int) -> str:
    return f" and {count} other job{'' if count == 1 else 's'}" if count else ""
