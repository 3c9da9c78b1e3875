"""Time and memory of a job, recorded by itself: Snakemake's ``benchmark:`` includes imports."""

import resource
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from feature_learning.core.files import dumps, read_text, write_text

# Linux counts in kilobytes, macOS in bytes.
_MAXRSS_MB = 1 / 1024 if sys.platform == "linux" else 1 / 2**20


class Stopwatch:
    """Times the science inside a job."""

    def __init__(self) -> None:
        self.science_s = 0.0
        self.science_cpu_s = 0.0

    @contextmanager
    def science(self) -> Iterator[None]:
        """Count the block as science; the remaining part of the job is overhead."""
        wall, cpu = time.perf_counter(), time.process_time()
        try:
            yield
        finally:
            self.science_s += time.perf_counter() - wall
            self.science_cpu_s += time.process_time() - cpu


@contextmanager
def recorded(path: Path, stage: str) -> Iterator[Stopwatch]:
    """Write one JSON line with the job's times (seconds) and the memory that it took (MB) if the
    block succeeds.

    The memory is what the process grew by at its peak. A fork of the warm interpreter begins with
    all libraries' pages, which it shares with the other jobs, so its whole size would say nothing
    about the job.
    """
    watch = Stopwatch()
    before = _resident_mb()
    yield watch
    record = {
        "stage": stage,
        "science_s": round(watch.science_s, 4),
        "science_cpu_s": round(watch.science_cpu_s, 4),
        "cpu_s": round(time.process_time(), 4),
        "grown_mb": round(
            max(0.0, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _MAXRSS_MB - before), 1
        ),
        "finished": round(time.time(), 3),
    }
    write_text(path, dumps(record) + "\n")


def _resident_mb() -> float:
    """Return the memory that this process holds now, or 0 where the system does not say."""
    try:
        pages = int(read_text(Path("/proc/self/statm")).split()[1])
    except FileNotFoundError:
        return 0.0
    return pages * resource.getpagesize() / 2**20
