"""``feature-learning record``: keep the finished experiments of a run in ``record/``, where they
can be committed.

A run at the papers' sizes takes hours, often over several sittings. Each experiment is kept as soon
as all of its jobs are finished, and the figures and verdicts of a paper once all of its experiments
are. What is not declared any more goes, and so do a paper's figures and verdicts once its
claims are others.
"""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from feature_learning.core import parquet
from feature_learning.core.errors import UserError
from feature_learning.core.files import replacing
from feature_learning.pipeline.declare.catalogue import Catalogue, load
from feature_learning.pipeline.declare.project import configured, snakemake_options
from feature_learning.pipeline.forecast.measured import core_seconds, costs
from feature_learning.pipeline.forecast.plan import pending
from feature_learning.pipeline.report import gallery, paper_page
from feature_learning.pipeline.report.entries import PAGES
from feature_learning.pipeline.report.manifest import commit, machine
from feature_learning.pipeline.report.recheck import recheck
from feature_learning.pipeline.report.restore import restore
from feature_learning.pipeline.run.claims import SCHEMA
from feature_learning.pipeline.run.dependencies import Dependencies
from feature_learning.statistics.tallies import HEADLINE, counts

RECORD = Path("record")
_FORMATS = ("png", "csv")


def run(args: argparse.Namespace) -> None:
    """Keep what is finished; with ``--check`` say which kept experiments today's code still makes;
    with ``--restore`` use these; with ``--pages`` write its pages by today's texts.

    Raises
    ------
    UserError
        There is nothing to keep, to check or to restore, or with ``--check`` a kept experiment no
        longer holds.
    """
    catalogue = configured(args)
    kept = RunArchive.read(RECORD / catalogue.config.run)
    if (args.check or args.restore or args.pages) and not kept.experiments:
        raise UserError(f"{kept.folder} keeps no experiments")
    if args.check:
        recheck(kept.experiments, catalogue, args.sample, kept.folder)
        return
    if args.restore:
        restore(kept.experiments, lambda: configured(args), args.sample, kept.folder)
        return
    if args.pages:
        kept.write(load(catalogue.config.model_dump()))
        return
    jobs = pending(["figures/all", *snakemake_options(args, catalogue)])
    unfinished = {
        (job.paper, job.name)
        for job in jobs
        if job.stage in ("sample", "train", "theory", "aggregate")
    }
    papers_left = {job.paper for job in jobs}
    taken = ", figures and verdicts" if args.pictures else ", verdicts"
    for paper, declared in catalogue.papers.items():
        finished = [name for name in declared.experiments if (paper, name) not in unfinished]
        for name in finished:
            kept.take_experiment(catalogue, paper, name)
        whole = paper not in papers_left
        if whole:
            kept.take_paper(catalogue, paper, pictures=args.pictures)
        if finished:
            print(
                f"{paper}: {len(finished)} of {len(declared.experiments)} "
                f"experiments{taken if whole else ''}"
            )
    if not kept.experiments:
        raise UserError(
            f"no experiment of {catalogue.config.run} is finished; run it first: snakemake "
            "figures/all --config scale=paper"
        )
    kept.drop_outdated(catalogue)
    kept.write(catalogue)


@dataclass(frozen=True)
class RunArchive:
    """A folder of kept tables and figures, and what ``record.json`` says of them.

    Attributes
    ----------
    folder
        Such as ``record/paper``.
    papers
        For each paper with all its figures: its verdicts and core seconds.
    experiments
        For each ``paper/experiment``: fingerprint, settings, seeds, packages, core seconds.
    """

    folder: Path
    papers: dict[str, Any]
    experiments: dict[str, Any]

    @classmethod
    def read(cls, folder: Path) -> RunArchive:
        """Return what a folder has; nothing if it does not exist."""
        path = folder / "record.json"
        found = json.loads(path.read_text()) if path.exists() else {}
        return cls(folder, found.get("papers", {}), found.get("experiments", {}))

    def take_experiment(self, catalogue: Catalogue, paper: str, name: str) -> None:
        """Copy the tables of a finished experiment. What says the same as before keeps what the
        record says of it.
        """
        results, design = Path("results", catalogue.config.run), catalogue.experiment(paper, name)
        settings, code, packages = catalogue.settings(paper, name), "", {}
        if design.seeds:
            said = parquet.read(
                results / "runs" / paper / name / settings[0].label / "seed-0.parquet", columns=[]
            )[1]
            code, packages = said["code"], said["packages"]
        kinds = [
            kind
            for kind, there in (
                ("metrics", design.seeds > 0),
                ("theory", design.theory is not None),
            )
            if there
        ]
        moved = [
            _copy(results / kind / paper / f"{name}.parquet", self.folder / kind / paper)
            for kind in kinds
        ]
        made = {
            "code": code,
            "theory_code": Dependencies(catalogue).theory(paper, name)
            if design.theory is not None
            else "",
            "settings": [setting.to_json() for setting in settings] if design.seeds else [],
            "seeds": design.seeds,
            "packages": packages,
        }
        before = self.experiments.get(f"{paper}/{name}", {})
        if any(moved) or any(before.get(key) != value for key, value in made.items()):
            # what was restored from here has no records of its own
            cost = {**before.get("cost", {}), **costs(results / "benchmarks", f"{paper}/{name}")}
            seconds = round(core_seconds(cost, design.seeds), 1)
            self.experiments[f"{paper}/{name}"] = {
                **made,
                "core_s": seconds,
                "cost": cost,
                **_made(),
            }

    def take_paper(self, catalogue: Catalogue, paper: str, *, pictures: bool = True) -> None:
        """Copy the verdicts of a paper and, if wanted, its figures."""
        run = catalogue.config.run
        _copy(Path("results", run, "claims", f"{paper}.parquet"), self.folder / "claims")
        for figure in catalogue.papers[paper].figures if pictures else ():
            for suffix in _FORMATS:
                _copy(Path("figures", run, paper, f"{figure}.{suffix}"), self.folder / paper)
            for suffix in ("json", "gif"):  # what a caption says, and what moves
                own = Path("figures", run, paper, f"{figure}.{suffix}")
                if own.exists():
                    _copy(own, self.folder / paper)
        rows = parquet.read(self.folder / "claims" / f"{paper}.parquet")[0].to_pylist()
        self.papers[paper] = {
            "figures": len(catalogue.papers[paper].figures),
            "verdicts": counts(row for row in rows if row["basis"] in HEADLINE),
            "core_s": round(
                sum(
                    own["core_s"]
                    for name, own in self.experiments.items()
                    if name.startswith(f"{paper}/")
                ),
                1,
            ),
            **_made(),
        }

    def drop_outdated(self, catalogue: Catalogue) -> None:
        """Drop the experiments that are not declared any more, and the figures and verdicts of
        papers whose claims or experiments are not those of today. Tables of declared experiments
        stay, for what of them holds.
        """
        declared = {
            paper: {f"{paper}/{name}" for name in own.experiments}
            for paper, own in catalogue.papers.items()
        }
        for name in self.experiments.keys() - set().union(*declared.values()):
            del self.experiments[name]
            for kind in ("metrics", "theory"):
                (self.folder / kind / f"{name}.parquet").unlink(missing_ok=True)
        for paper in sorted(self.papers):
            verdicts = self.folder / "claims" / f"{paper}.parquet"
            if paper in declared and declared[paper] <= self.experiments.keys():
                table = parquet.read(verdicts)[0]
                judged = table["claim"].to_pylist() if table.schema.equals(SCHEMA) else None
                if judged == list(catalogue.papers[paper].claims):
                    continue
            print(f"{paper}: its figures and verdicts are of older declarations and go")
            del self.papers[paper]
            verdicts.unlink()
            (self.folder / PAGES / f"{paper}.html").unlink(missing_ok=True)
            shutil.rmtree(self.folder / paper, ignore_errors=True)

    def write(self, catalogue: Catalogue) -> None:
        """Write ``record.json`` and, where it has pictures, the page of the papers that are
        whole.
        """
        said = {
            "scale": catalogue.config.scale,
            "master_seed": catalogue.config.seed,
            "core_hours": round(sum(own["core_s"] for own in self.experiments.values()) / 3600, 2),
            "papers": dict(sorted(self.papers.items())),
            "experiments": dict(sorted(self.experiments.items())),
        }
        with replacing(self.folder / "record.json") as temporary:
            temporary.write_text(json.dumps(said, indent=1) + "\n")
        if self.papers:
            print(table(self.papers))
        if not any(self.folder.glob("*/*.png")):
            return
        whole = replace(
            catalogue,
            papers={key: own for key, own in catalogue.papers.items() if key in self.papers},
        )
        words = {"formats": ("png",), "logs": False, "runs_from": "", "records": []}
        page = gallery.context(whole, self.folder, self.folder) | words
        gallery.write_pages(page | {"manifest": "record.json"}, self.folder)
        gallery.write_statements(page, self.folder)
        for key in whole.papers:
            paper_page.write(whole, key, self.folder, self.folder, **words)


def table(papers: Mapping[str, Any]) -> str:
    """Return the table of a record, paper by paper, in Markdown.

    Parameters
    ----------
    papers
        As in `RunArchive`.
    """
    verdicts = list(
        dict.fromkeys(verdict for own in papers.values() for verdict in own["verdicts"])
    )
    lines = [
        f"| paper | figures | {' | '.join(verdicts)} | core hours |",
        f"|---|{'---:|' * (len(verdicts) + 2)}",
    ]
    for paper, own in sorted(papers.items()):
        numbers = [own["figures"], *(own["verdicts"].get(verdict, 0) for verdict in verdicts)]
        lines.append(f"| {paper} | {' | '.join(map(str, numbers))} | {own['core_s'] / 3600:.2f} |")
    return "\n".join(lines)


def _copy(path: Path, folder: Path) -> bool:
    """Copy a file into a folder, and return whether that has changed anything."""
    folder.mkdir(parents=True, exist_ok=True)
    there = folder / path.name
    if there.exists() and there.read_bytes() == path.read_bytes():
        return False
    with replacing(there) as temporary:
        shutil.copyfile(path, temporary)
    return True


def _made() -> dict[str, str]:
    return {
        "commit": commit(Path.cwd()),
        "machine": machine(),
        "kept": datetime.now(UTC).strftime("%Y-%m-%d"),
    }
