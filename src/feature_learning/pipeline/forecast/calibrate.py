"""Compute rates from the records of a run, and how well a calibration fits it: ``feature-learning calibrate``."""

from __future__ import annotations

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
from feature_learning.pipeline.forecast.costs import CALIBRATION, CostModel, Job, Rate, calibration

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
        job = _recorded(str(record["stage"]), str(record["job"]).split("/"))
        if _known(job, catalogue):
            found.append((job, {name: value for name, value in record.items() if isinstance(value, int | float)}))
    return found


def _recorded(stage: str, parts: list[str]) -> Job:
    """Return the stage of a job, and what the path of its record says about it."""
    depth = {"sample": 3, "train": 3, "theory": 2, "aggregate": 2, "render": 2, "claims": 1}
    return Job(stage, *parts[: depth.get(stage, 0)])


def _known(job: Job, catalogue: Catalogue) -> bool:
    if not job.paper:
        return True
    declared = catalogue.papers.get(job.paper)
    if declared is None or (job.stage == "render" and job.name not in declared.figures):
        return False
    if job.stage in ("claims", "render"):
        return True
    labels = [setting.label for setting in catalogue.settings(job.paper, job.name)] if job.name in declared.experiments else []
    return job.label in labels if job.label else bool(labels)


def fitted(jobs: Iterable[tuple[Job, Record]], model: CostModel) -> dict[str, Rate]:
    """Return the median rate of each experiment, figure and paper, and of each stage.

    A job's seconds are split into science, which grows with its work, and the rest, which does not.
    Science is converted to the default scale, so that a run at any scale can be used.
    """
    samples: dict[str, list[Rate]] = defaultdict(list)
    for job, record in jobs:
        growth = model.growth(job)
        science = record["science_cpu_s"] if growth else 0.0
        held = max(record["grown_mb"] - model.held(job), 0.0)
        rate = Rate(record["cpu_s"] - science, science / growth if growth else 0.0, held)
        for key in job.keys:
            samples[key].append(rate)
    return {key: _middle(rates) for key, rates in sorted(samples.items())}


def _middle(rates: list[Rate]) -> Rate:
    columns = ([getattr(rate, name) for rate in rates] for name in ("seconds", "science", "mb"))
    return Rate(*(float(f"{median(column):.3g}") for column in columns))


def misfit(jobs: Iterable[tuple[Job, Record]], model: CostModel, stages: tuple[str, ...] = ("train",)) -> dict[str, float]:
    """Return the median factor, above 1 either way, between forecast and measured CPU time by experiment (or figure).

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
    """Write the calibration from the records of a run; entries of jobs that did not run stay.

    Raises
    ------
    UserError
        The run has left no records.
    """
    folder = args.results / args.scale / "benchmarks"
    catalogue = load({"scale": args.scale})
    jobs = recorded_jobs(folder, catalogue)
    if not jobs:
        raise UserError(f"{folder} holds no records of a run at scale {args.scale}; make one: snakemake figures/all")
    rates = fitted(jobs, CostModel(catalogue))
    merged = sorted({**calibration(Path()), **rates}.items())
    lines = ",\n".join(f"  {json.dumps(key)}: {json.dumps([rate.seconds, rate.science, rate.mb])}" for key, rate in merged)
    about = "seconds around the science, of the science at scale laptop, MB; "
    about += f"from a run at scale {args.scale}, {os.cpu_count()} cores, {platform.machine()}"
    CALIBRATION.parent.mkdir(exist_ok=True)
    with replacing(CALIBRATION) as temporary:
        temporary.write_text(f'{{\n "about": {json.dumps(about)},\n "rates": {{\n{lines}\n }}\n}}\n')
    off = misfit(jobs, CostModel(catalogue, rates))["all"]
    print(f"{CALIBRATION}: {len(rates)} rates from {len(jobs)} jobs; forecasts of train off by a factor {off:.2f} (median)")
