"""The calibration from the records of a run, and how well it forecasts another: ``feature-learning
calibrate``.
"""

import argparse
import json
import math
import os
import platform
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from feature_learning.core.errors import UserError
from feature_learning.core.files import replacing
from feature_learning.pipeline.declare.catalogue import Catalogue, load
from feature_learning.pipeline.forecast.costs import (
    CALIBRATION,
    Calibration,
    CostModel,
    Job,
    Measured,
    calibration,
)

Record = Mapping[str, float]


def read_records(folder: Path) -> Iterator[dict[str, Any]]:
    """Yield the records that the jobs wrote; ``job`` is the path of the record below the folder."""
    for path in sorted(folder.rglob("*.jsonl")):
        for line in path.read_text().splitlines():
            yield {"job": str(path.relative_to(folder).with_suffix("")), **json.loads(line)}


def recorded_jobs(folder: Path, catalogue: Catalogue) -> Sequence[tuple[Job, Record]]:
    """Return the records of a run's jobs, for all jobs that are still in the catalogue.

    Parameters
    ----------
    folder
        ``results/<scale>/benchmarks``.
    catalogue
        The papers at that scale.
    """
    found = []
    for record in read_records(folder):
        if record["stage"] == "claims" and not str(record["job"]).endswith("/claims"):
            continue  # those of one figure
        if record["stage"] == "sample" and not record["science_s"]:
            continue  # the runs were restored, so nothing was drawn
        job = _recorded(str(record["stage"]), str(record["job"]).split("/"))
        if _known(job, catalogue):
            found.append(
                (
                    job,
                    {
                        name: value
                        for name, value in record.items()
                        if isinstance(value, int | float)
                    },
                )
            )
    return found


def _recorded(stage: str, parts: list[str]) -> Job:
    """Return the stage of a job, and what the path of its record says about it."""
    depth = {
        "sample": 3,
        "train": 3,
        "theory": 2,
        "aggregate": 2,
        "render": 2,
        "claims": 1,
        "page": 1,
    }
    return Job(stage, *parts[: depth.get(stage, 0)])


def _known(job: Job, catalogue: Catalogue) -> bool:
    if not job.paper:
        return True
    declared = catalogue.papers.get(job.paper)
    if declared is None or (job.stage == "render" and job.name not in declared.figures):
        return False
    if job.stage in ("claims", "render", "page"):
        return True
    labels = (
        [setting.label for setting in catalogue.settings(job.paper, job.name)]
        if job.name in declared.experiments
        else []
    )
    return job.label in labels if job.label else bool(labels)


def medians(jobs: Iterable[tuple[Job, Record]], model: CostModel) -> dict[str, Measured]:
    """Return the median time and memory of each setting, theory and figure."""
    records: dict[Job, list[Record]] = defaultdict(list)
    for job, record in jobs:
        records[job].append(record)
    return {
        job.key: Measured(_median(own, "cpu_s"), _median(own, "grown_mb"), model.rows(job))
        for job, own in sorted(records.items(), key=lambda item: item[0].key)
    }


def _median(records: list[Record], column: str) -> float:
    return float(f"{median(record[column] for record in records):.3g}")


def misfit(
    jobs: Iterable[tuple[Job, Record]], model: CostModel, stages: tuple[str, ...] = ("train",)
) -> dict[str, float]:
    """Return the median factor, above 1 either way, between forecast and measured CPU time by
    experiment (or figure).

    The entry ``all`` is the median over all jobs.
    """
    logs: dict[str, list[float]] = defaultdict(list)
    for job, record in jobs:
        if job.stage in stages:
            off = abs(math.log(model.forecast(job).seconds / record["cpu_s"]))
            logs["/".join(filter(None, (job.paper, job.name)))].append(off)
            logs["all"].append(off)
    return {key: math.exp(median(off)) for key, off in logs.items()}


def run(args: argparse.Namespace) -> None:
    """Write the calibration from the records of a run; entries of other scales, and of jobs that
    did not run, stay.

    Raises
    ------
    UserError
        The run has left no records.
    """
    folder = args.results / args.scale / "benchmarks"
    catalogue = load({"scale": args.scale})
    jobs = recorded_jobs(folder, catalogue)
    if not jobs:
        raise UserError(
            f"{folder} holds no records of a run at scale {args.scale}; make one: snakemake "
            "figures/all"
        )
    found = medians(jobs, CostModel(catalogue))
    known = calibration(Path())
    known[args.scale] = {
        key: own for key, own in known.get(args.scale, {}).items() if exists(key, catalogue)
    } | found
    write(known)
    print(f"{CALIBRATION}: {len(found)} entries at scale {args.scale} from {len(jobs)} jobs")


def exists(key: str, catalogue: Catalogue) -> bool:
    """Return whether the job of an entry is still in the catalogue."""
    return _known(Job(*key.split("/")), catalogue)


def write(measured: Calibration) -> None:
    """Write the calibration, one entry per line."""
    scales = []
    for scale, own in sorted(measured.items()):
        lines = (
            f"   {json.dumps(key)}: {json.dumps([each.seconds, each.mb, each.rows])}"
            for key, each in sorted(own.items())
        )
        scales.append(f"  {json.dumps(scale)}: {{\n" + ",\n".join(lines) + "\n  }")
    about = (
        f"median CPU seconds, MB and rows of each job; {os.cpu_count()} cores, {platform.machine()}"
    )
    CALIBRATION.parent.mkdir(exist_ok=True)
    with replacing(CALIBRATION) as temporary:
        temporary.write_text(
            f'{{\n "about": {json.dumps(about)},\n "measured": {{\n'
            + ",\n".join(scales)
            + "\n }\n}\n"
        )
