"""What the jobs of a run took, from the records that they wrote."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import median
from typing import Any

from feature_learning.core.files import read_text
from feature_learning.pipeline.forecast.costs import Job

_PARTS = {"sample": 3, "train": 3, "theory": 2, "aggregate": 2, "render": 2, "claims": 1, "page": 1}
"""How much of the path of its record names a job."""


def jobs_of(benchmarks: Path, below: str = "") -> Iterator[tuple[Job, dict[str, Any]]]:
    """Yield each job of a run, or of a part of it, with its record.

    Parameters
    ----------
    benchmarks
        ``results/<run>/benchmarks``.
    below
        Only what lies below this folder of it, such as ``mei2019/noise``.
    """
    for path in sorted((benchmarks / below).rglob("*.jsonl")):
        for line in read_text(path).splitlines():
            record, parts = json.loads(line), path.relative_to(benchmarks).with_suffix("").parts
            if record["stage"] == "sample" and not record["science_s"]:
                continue  # the runs were restored, so nothing was drawn
            yield Job(record["stage"], *parts[: _PARTS.get(record["stage"], 0)]), record


def costs(benchmarks: Path, experiment: str) -> Mapping[str, list[float]]:
    """Return the median CPU seconds and MB of each job of an experiment, by `Job.key`."""
    found: dict[str, list[dict[str, float]]] = defaultdict(list)
    for job, record in jobs_of(benchmarks, experiment):
        if job.stage in ("sample", "train", "theory"):
            found[job.key].append(record)
    return {
        key: [
            float(f"{median(record[column] for record in records):.3g}")
            for column in ("cpu_s", "grown_mb")
        ]
        for key, records in sorted(found.items())
    }


def core_seconds(cost: Mapping[str, list[float]], seeds: int) -> float:
    """Return what all jobs of an experiment take together; of ``train`` there is one per seed.

    >>> core_seconds({"sample/only": [1.0, 5.0], "train/only": [2.0, 5.0]}, 3)
    7.0
    """
    return sum(
        seconds * (seeds if key.startswith("train") else 1) for key, (seconds, _) in cost.items()
    )
