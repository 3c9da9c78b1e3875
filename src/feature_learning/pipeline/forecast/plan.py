"""The jobs of a target and their cost, before anything runs: ``feature-learning plan``."""

import argparse
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from statistics import median

from feature_learning.pipeline.declare.catalogue import Catalogue
from feature_learning.pipeline.declare.config import Config
from feature_learning.pipeline.declare.project import configured, snakemake_options
from feature_learning.pipeline.declare.targets import check_target
from feature_learning.pipeline.engine import pending_files
from feature_learning.pipeline.forecast.costs import CostModel, Job
from feature_learning.pipeline.forecast.measured import jobs_of

_STAGES = {
    "data": "sample",
    "runs": "train",
    "theory": "theory",
    "metrics": "aggregate",
    "claims": "claims",
    "figures": "render",
}
_ORDER = (*_STAGES.values(), "page", "gallery")
# What Snakemake and the shell of a job take in addition to the job (benchmarks/report.md), and what
# Snakemake takes alone.
_AROUND_SECONDS, _START_SECONDS, _AROUND_MB = 0.05, 3.0, 250.0
# With fewer jobs of its own, a machine is assumed to be as fast as the one of the record.
_FEWEST_JOBS = 20


@dataclass(frozen=True)
class PlannedJob:
    """A job that would run, with its CPU time (seconds), its peak memory (MB), whether both are
    rough, and the values for which there is no forecast.
    """

    job: Job
    seconds: float
    mb: float
    rough: bool = False
    beyond: tuple[str, ...] = ()


def run(args: argparse.Namespace) -> None:
    """Print the plan of a target.

    Raises
    ------
    UserError
        There is no ``config.yaml`` here, the configuration is wrong, or the target does not exist.
    """
    catalogue = configured(args)
    check_target(catalogue, args.target)
    model = CostModel(catalogue)
    factor = machine_factor(catalogue, model)
    jobs = pending([args.target, *snakemake_options(args, catalogue)])
    planned = forecasts(jobs, model, factor)
    for note in catalogue.notes:
        print(note)
    print(report(args.target, catalogue.config, planned, args.cores or os.cpu_count() or 1, factor))


def forecasts(jobs: Iterable[Job], model: CostModel, factor: float = 1.0) -> list[PlannedJob]:
    """Return jobs with their forecasts.

    Parameters
    ----------
    jobs
        What would run.
    model
        The forecasts on the machine of the record.
    factor
        How much longer jobs take here.
    """
    return [
        PlannedJob(
            job,
            factor * forecast.seconds + _AROUND_SECONDS,
            forecast.mb,
            forecast.rough,
            forecast.beyond,
        )
        for job, forecast in ((job, model.forecast(job)) for job in jobs)
    ]


def pending(arguments: Sequence[str]) -> list[Job]:
    """Return the jobs that Snakemake would run.

    Raises
    ------
    UserError
        Snakemake fails; the message is its own.
    """
    files = [PurePath(file) for file in pending_files(arguments)]
    return list({_one(file): _maker(file) for file in files}.values())


def _one(file: PurePath) -> PurePath:
    """Return the part of a path that all files of a job share: a figure has several files."""
    return PurePath("gallery") if _of_gallery(file) else file.with_suffix("")


def _of_gallery(file: PurePath) -> bool:
    """Return whether a file is one of those that the gallery's job writes: the front page, its
    companions, the pages of documents and the table of statements.
    """
    return len(file.parts) == 3 or (file.parts[0], file.parts[2]) == ("figures", "documents")


def _maker(file: PurePath) -> Job:
    """Return the job that makes a file of ``results/<scale>/<kind>/...`` or
    ``figures/<scale>/...``.
    """
    if _of_gallery(file):
        return Job("gallery")
    if file.parts[0] == "figures" and file.parts[2] == "papers":
        return Job("page", file.stem)
    if file.parts[0] == "figures":
        return Job("render", file.parts[2], file.stem)
    stage, below = _STAGES[file.parts[2]], file.parts[3:]
    if stage == "claims":
        return Job(stage, *(PurePath(*below).with_suffix("").parts))
    return (
        Job(stage, *below[:3]) if stage in ("sample", "train") else Job(stage, below[0], file.stem)
    )


def machine_factor(catalogue: Catalogue, model: CostModel) -> float:
    """Return how much longer jobs take here than in the record: the median over this folder's
    jobs, or 1.
    """
    ratios = [
        measured["cpu_s"] / recorded.seconds
        for job, measured in jobs_of(Path("results", catalogue.config.run, "benchmarks"))
        if (recorded := model.recorded(job))
    ]
    return median(ratios) if len(ratios) >= _FEWEST_JOBS else 1.0


def wall_seconds(planned: Sequence[PlannedJob], cores: int) -> float:
    """Return Graham's bound on the wall time: the work over the cores, plus part of the longest
    chain of jobs.
    """
    longest: dict[str, float] = {}
    for one in planned:
        longest[one.job.stage] = max(longest.get(one.job.stage, 0.0), one.seconds)
    ends = max(longest.pop("claims", 0.0), longest.pop("render", 0.0))
    chain = (
        sum(longest.values()) - min(longest.get("theory", 0.0), longest.get("train", 0.0)) + ends
    )
    return _START_SECONDS + sum(one.seconds for one in planned) / cores + (1 - 1 / cores) * chain


def peak_mb(planned: Sequence[PlannedJob], cores: int) -> float:
    """Return the memory of as many of the largest jobs as there are cores, and of Snakemake."""
    return sum(sorted((one.mb for one in planned), reverse=True)[:cores]) + _AROUND_MB


def report(
    target: str, config: Config, planned: Sequence[PlannedJob], cores: int, factor: float
) -> str:
    """Return the lines of the plan: jobs, core time and memory by stage, and by paper (or by
    experiment, for one paper).
    """
    if not planned:
        return f"{target} at {config.title}: nothing to do"
    papers = {one.job.paper for one in planned if one.job.paper}
    what = "paper" if len(papers) > 1 else "experiment or figure"
    part: Callable[[PlannedJob], str] = (
        (lambda one: one.job.paper or "all")
        if len(papers) > 1
        else (lambda one: one.job.name or "all")
    )
    core = sum(one.seconds for one in planned)
    largest = max(one.mb for one in planned)
    lines = [f"{target} at {config.title}: {len(planned)} jobs", ""]
    lines += _table(
        "stage", [(stage, [one for one in planned if one.job.stage == stage]) for stage in _ORDER]
    )
    groups: dict[str, list[PlannedJob]] = {}
    for one in planned:
        groups.setdefault(part(one), []).append(one)
    lines += [
        "",
        *_table(
            what, sorted(groups.items(), key=lambda group: -sum(one.seconds for one in group[1]))
        ),
    ]
    lines += [
        "",
        f"core time    {duration(core)}",
        f"wall time    {duration(wall_seconds(planned, cores))} on {cores} cores",
        f"peak memory  {peak_mb(planned, cores):.0f} MB, with {cores} jobs at the same time; "
        f"{largest:.0f} MB in the largest job",
    ]
    memory = _machine_mb()
    if memory and largest + _AROUND_MB > memory:
        lines.append(
            f"WARNING: the largest job needs more memory than this machine has ({memory:.0f} MB)"
        )
    for (paper, name), beyond in unknown(planned).items():
        lines.append(
            f"WARNING: no forecast for {paper}/{name}: no job with such a value of "
            f"{', '.join(beyond)} was measured; its jobs count as those that were"
        )
    rough = [one for one in planned if one.rough]
    if rough:
        seconds = duration(sum(one.seconds for one in rough))
        lines.append(
            f"({len(rough)} jobs, {seconds}, are rough: not measured at these sizes, but taken "
            "from jobs like them)"
        )
    if factor != 1:
        lines.append(
            f"(jobs here take {factor:.2f} times as long as in the record, by those in "
            f"results/{config.run})"
        )
    return "\n".join(lines)


def unknown(planned: Iterable[PlannedJob]) -> dict[tuple[str, str], list[str]]:
    """Return the values for which there is no forecast, by paper and experiment."""
    found: dict[tuple[str, str], dict[str, None]] = {}
    for one in planned:
        if one.beyond:
            found.setdefault((one.job.paper, one.job.name), {}).update(dict.fromkeys(one.beyond))
    return {key: list(names) for key, names in found.items()}


def _machine_mb() -> float:
    """Return this machine's memory, or 0 where the system does not say."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 1e6
    except (AttributeError, OSError, ValueError):
        return 0.0


def _table(head: str, groups: Iterable[tuple[str, Sequence[PlannedJob]]]) -> list[str]:
    rows = [(head, "jobs", "core time", "largest")]
    for name, group in groups:
        if group:
            rows.append(
                (
                    name,
                    str(len(group)),
                    duration(sum(one.seconds for one in group)),
                    f"{max(one.mb for one in group):.0f} MB",
                )
            )
    width = max(len(row[0]) for row in rows)
    return [
        f"{name:{width}}  {jobs:>6}  {time:>10}  {memory:>9}" for name, jobs, time, memory in rows
    ]


def duration(seconds: float) -> str:
    """Return a time in a suitable unit.

    >>> duration(90), duration(1888), duration(19800)
    ('90 s', '31.5 min', '5.5 h')
    """
    for unit, length in (("h", 3600), ("min", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.1f} {unit}"
    return f"{seconds:.0f} s"
