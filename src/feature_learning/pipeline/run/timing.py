"""What a job cost. The job itself records it, since Snakemake cannot tell imports from science."""

from __future__ import annotations

import json
import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from feature_learning.core.files import replacing


class Stopwatch:
    """Times the science inside a job."""

    def __init__(self) -> None:
        self.science_s = 0.0
        self.science_cpu_s = 0.0

    @contextmanager
    def science(self) -> Iterator[None]:
        """Count the block as science; the rest of the job is overhead."""
        wall, cpu = time.perf_counter(), time.process_time()
        try:
            yield
        finally:
            self.science_s += time.perf_counter() - wall
            self.science_cpu_s += time.process_time() - cpu


@contextmanager
def recorded(path: Path, stage: str) -> Iterator[Stopwatch]:
    """Write one JSON line with the job's times (seconds) and peak memory (MB) if the block succeeds."""
    watch = Stopwatch()
    yield watch
    record = {
        "stage": stage,
        "science_s": round(watch.science_s, 4),
        "science_cpu_s": round(watch.science_cpu_s, 4),
        "cpu_s": round(time.process_time(), 4),
        "peak_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1),
        "finished": round(time.time(), 3),
    }
    with replacing(path) as temporary:
        temporary.write_text(json.dumps(record) + "\n")
