"""``feature-learning record``: keep what is finished, and drop what is not declared any more.

A run at the papers' sizes takes hours, often in several sittings. Therefore each experiment is kept
as soon as its jobs are finished, and the figures and verdicts of a paper once all its jobs are.
"""

import argparse
import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from feature_learning.core import parquet
from feature_learning.core.errors import UserError
from feature_learning.core.files import replacing
from feature_learning.core.packages import commit
from feature_learning.pipeline.declare import project
from feature_learning.pipeline.declare.catalogue import Catalogue
from feature_learning.pipeline.forecast.costs import Job
from feature_learning.pipeline.forecast.measured import core_seconds, costs
from feature_learning.pipeline.forecast.plan import pending
from feature_learning.pipeline.record.check import check
from feature_learning.pipeline.record.kept import Record
from feature_learning.pipeline.report.entries import PAGES
from feature_learning.pipeline.report.manifest import machine
from feature_learning.pipeline.run.claims import SCHEMA
from feature_learning.pipeline.run.runfiles import run_file
from feature_learning.statistics.tallies import HEADLINE, counts


def run(args: argparse.Namespace) -> None:
    """Keep what is finished, or check, restore or show what is kept."""
    catalogue = project.configured(args)
    record = Record.of(catalogue.config)
    if not (args.check or args.restore or args.pages):
        jobs = pending(["figures/all", *project.snakemake_options(args, catalogue)])
        _keep(record, catalogue, jobs, pictures=args.pictures)
    elif not record.experiments:
        raise UserError(f"{record.folder} keeps no experiments")
    elif args.pages:
        record.write(catalogue)
    else:
        if args.restore:
            project.check_layout(Path("results"))
            parquet.sign(Path("results"))
        check(record, catalogue, args.sample, restore=args.restore)


def _keep(record: Record, catalogue: Catalogue, jobs: list[Job], *, pictures: bool) -> None:
    """Keep what no job is left for, and drop what is not declared any more."""
    tables = ("sample", "train", "theory", "aggregate")
    unfinished = {(job.paper, job.name) for job in jobs if job.stage in tables}
    for paper, declared in catalogue.papers.items():
        for name in declared.experiments:
            if (paper, name) not in unfinished:
                _keep_experiment(record, catalogue, paper, name)
        if all(job.paper != paper for job in jobs):
            _keep_paper(record, catalogue, paper, pictures=pictures)
    if not record.experiments:
        raise UserError(f"no experiment is finished for {record.folder}; run snakemake first")
    if catalogue.config.papers == "all":  # nothing is known of papers that are not selected
        _drop_outdated(record, catalogue)
    record.write(catalogue)
    print(f"{record.folder}: {len(record.experiments)} experiments, {len(record.papers)} papers")


def _keep_experiment(record: Record, catalogue: Catalogue, paper: str, name: str) -> None:
    """Copy the tables of an experiment; its entry stays as it is if nothing has changed."""
    results, design = Path("results", catalogue.config.run), catalogue.experiment(paper, name)
    settings = catalogue.settings(paper, name) if design.seeds else []
    made: dict[str, Any] = {"code": "", "settings": [], "seeds": design.seeds, "packages": {}}
    if settings:
        said = parquet.read(run_file(results / "runs" / paper / name, settings[0], 0), [])[1]
        made |= {"code": said["code"], "packages": said["packages"]}
        made["settings"] = [setting.to_json() for setting in settings]
    tables = {"metrics": bool(settings), "theory": design.theory is not None}
    changed = [
        _copy(results / kind / paper / f"{name}.parquet", record.folder / kind / paper)
        for kind, there in tables.items()
        if there
    ]
    before = record.experiments.get(f"{paper}/{name}", {})
    if made.items() <= before.items() and not any(changed):
        return
    # what was restored from this record has no times of its own
    cost = {**before.get("cost", {}), **costs(results / "benchmarks", f"{paper}/{name}")}
    made |= {"core_s": round(core_seconds(cost, design.seeds), 1), "cost": cost}
    record.experiments[f"{paper}/{name}"] = {**made, **_origin()}


def _keep_paper(record: Record, catalogue: Catalogue, paper: str, *, pictures: bool) -> None:
    """Copy the verdicts of a paper and, if wanted, its figures."""
    run, figures = catalogue.config.run, catalogue.papers[paper].figures
    verdicts = Path("results", run, "claims", f"{paper}.parquet")
    _copy(verdicts, record.folder / "claims")
    for path in (record.folder / paper).glob("*"):
        if path.stem not in figures:
            path.unlink()
    for path in Path("figures", run, paper).iterdir() if pictures else ():
        if path.stem in figures and path.suffix in (".png", ".csv", ".json", ".gif"):
            _copy(path, record.folder / paper)
    rows = parquet.read(verdicts)[0].to_pylist()
    own = [each for name, each in record.experiments.items() if name.startswith(f"{paper}/")]
    record.papers[paper] = {
        "figures": len(figures),
        "verdicts": counts(row for row in rows if row["basis"] in HEADLINE),
        "core_s": round(sum(each["core_s"] for each in own), 1),
        **_origin(),
    }


def _drop_outdated(record: Record, catalogue: Catalogue) -> None:
    """Drop experiments that are not declared any more, and figures and verdicts of papers whose
    claims or experiments are others. Tables of declared experiments stay.
    """
    papers = catalogue.papers
    declared = {f"{key}/{name}" for key, own in papers.items() for name in own.experiments}
    for name in record.experiments.keys() - declared:
        del record.experiments[name]
        for kind in ("metrics", "theory"):
            (record.folder / kind / f"{name}.parquet").unlink(missing_ok=True)
    for paper in sorted(record.papers):
        verdicts = record.folder / "claims" / f"{paper}.parquet"
        own = {name for name in declared if name.startswith(f"{paper}/")}
        if own and own <= record.experiments.keys():
            table, claims = parquet.read(verdicts)[0], list(papers[paper].claims)
            if table.schema.equals(SCHEMA) and table["claim"].to_pylist() == claims:
                continue
        print(f"{paper}: its figures and verdicts are of older declarations and go")
        del record.papers[paper]
        verdicts.unlink()
        (record.folder / PAGES / f"{paper}.html").unlink(missing_ok=True)
        shutil.rmtree(record.folder / paper, ignore_errors=True)


def _copy(path: Path, folder: Path) -> bool:
    """Copy a file into a folder, and return whether it is another one than before."""
    there = folder / path.name
    if there.exists() and there.read_bytes() == path.read_bytes():
        return False
    with replacing(there) as temporary:
        shutil.copyfile(path, temporary)
    return True


def _origin() -> dict[str, str]:
    """Return where and when an entry is made."""
    day = f"{datetime.now(UTC):%Y-%m-%d}"
    return {"commit": commit(), "machine": machine(), "kept": day}
