"""The counts and tables in the documentation, each between ``<!--n:NAME-->`` and ``<!--/n-->``:
filled from the records, the declarations and the forecasts by ``make docs``, compared by
``make lint``.

python tools/counts.py [--check]
"""

import json
import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import tables

from feature_learning.core import parquet
from feature_learning.pipeline.declare.catalogue import Catalogue, load
from feature_learning.pipeline.declare.config import SCALES
from feature_learning.pipeline.forecast.costs import CostModel, Job
from feature_learning.pipeline.forecast.plan import (
    PlannedJob,
    duration,
    forecasts,
    peak_mb,
    wall_seconds,
)
from feature_learning.pipeline.report.severity import counts_by_kind
from feature_learning.pipeline.report.statements import counts as statement_counts
from feature_learning.pipeline.report.statements import statement_rows
from feature_learning.statistics.tallies import HEADLINE, counts, slug
from feature_learning.statistics.verdicts import REPRODUCED

ROOT = Path(__file__).parents[1]
MEASURED = {
    "minutes.test": 4,  # make test on two cores
    "minutes.redraw": 10,  # scale paper from its record, on two cores
    "minutes.first-figure": 5,  # docs/tutorial.md with its downloads
}
"""What nothing in the repository records."""
KEPT = ("paper", "laptop")
"""The scales whose records are counted."""
WORDS = re.findall(
    r"\w+",
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty",
)
SPAN = re.compile(r"<!--n:([\w.-]+)-->(.*?)<!--/n-->", re.DOTALL)
MARK = re.compile(r"<!--/?n\b")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_COUNT = rf"(?:\d[\d,.]*|{'|'.join(WORDS[1:])})"
COUNTED = re.compile(
    rf"\b{_COUNT} (?:figures|statements|claims|findings|(?:core )?hours|(?:core )?minutes)\b"
    r"|\b(?:\d+|ten|eleven) papers\b",
    re.IGNORECASE,
)
QUOTED = {
    "docs/statistics.md": (
        "462 claims",  # of two master seeds, compared once
        "186 statements",
        "49 claims",
        "eleven figures",
        "496 claims",  # of two processors, compared once
        "two claims",
    ),
    "docs/cluster.md": ("two minutes",),  # how long a requeue takes
    "docs/planning.md": ("ten minutes",),  # what every job requests in addition
}
"""Counts of what is no longer there to be counted, and times that are settings."""


@cache
def catalogue(scale: str) -> Catalogue:
    """Return the declarations at a scale."""
    return load({"scale": scale})


@cache
def kept(scale: str) -> dict[tuple[str, str], dict[str, Any]]:
    """Return the verdicts of the record of a scale, by paper and claim."""
    tables = sorted((ROOT / "record" / scale / "claims").glob("*.parquet"))
    rows = [row for table in tables for row in parquet.read(table)[0].to_pylist()]
    return {(row["paper"], row["claim"]): row for row in rows}


@cache
def statements(scale: str) -> list[dict[str, Any]]:
    """Return the statements of the founding documents, judged by the record of a scale."""
    rows = statement_rows(catalogue(scale), kept(scale))
    return [row for row in rows if row["document"] in catalogue(scale).ledger.founding]


@cache
def plan(scale: str, paper: str = "") -> list[PlannedJob]:
    """Return the forecasts of all jobs of `figures/all`, or of one paper, from nothing."""
    papers = catalogue(scale).papers
    jobs: list[Job] = []
    for key in [paper] if paper else papers:
        jobs += [Job("claims", key), Job("page", key)]
        jobs += [Job("render", key, name) for name in papers[key].figures]
        for name, design in papers[key].experiments.items():
            settings = [setting.label for setting in catalogue(scale).settings(key, name)]
            draws = design.seeds > 0 and catalogue(scale).draws(key, name)
            for stage, count in (("train", design.seeds), ("sample", int(draws))):
                jobs += [Job(stage, key, name, label) for label in settings] * count
            jobs += [Job("aggregate", key, name)] * (design.seeds > 0)
            jobs += [Job("theory", key, name)] * (design.theory is not None)
    return forecasts(jobs, CostModel(catalogue(scale), root=ROOT))


def numbers() -> dict[str, str]:
    """Return what every name stands for."""
    everything = catalogue("paper")
    documents = everything.ledger.founding
    drawn, missing = tables.pictures(everything), tables.not_drawn(everything)
    found: dict[str, Any] = {
        **MEASURED,
        "minutes.figures": round(_wall_seconds() / 60),
        "papers": sum(not paper.ours for paper in everything.papers.values()),
        "figures": sum(len(paper.figures) for paper in everything.papers.values()),
        "documents": len(documents),
        "statements": sum(len(document.statements) for document in documents.values()),
        "beyond.figures": sum(len(paper.figures) for paper in catalogue("beyond").papers.values()),
        "beyond.names": ", ".join(
            f"`{key}/{name}`"
            for key, paper in catalogue("beyond").papers.items()
            for name in paper.figures
        ),
        "paper.core-hours": f"{sum(own['core_s'] for own in _papers().values()) / 3600:.1f}",
        "paper.wall-64": duration(wall_seconds(plan("paper"), 64)),
        "paper.memory-64": f"{peak_mb(plan('paper'), 64) / 1000:.0f} GB",
        "papers.table": tables.papers(_papers()),
        "documents.table": tables.documents(everything, statements("paper")),
        "documents.outcomes": tables.outcomes(everything, statements("paper")),
        "plan.table": plan_table(),
        "pictures": len(drawn),
        "pictures.table": tables.table(
            ["original", "figure", "what the original shows"], drawn, align="---"
        ),
        "pictures.missing": len(missing),
        "pictures.missing.table": tables.table(["original", "shows", "why not"], missing, "---"),
        "pictures.strip": tables.strip(everything),
        "commands": tables.commands(),
        "gallery": tables.gallery(everything, ROOT / "record/paper"),
    }
    for scale in KEPT:
        judged = [row for row in kept(scale).values() if row["basis"] in HEADLINE]
        found[f"{scale}.claims"] = len(judged)
        for verdict, count in counts(judged).items():
            found[f"{scale}.claims.{slug(verdict)}"] = count
        for kind, (have, every) in counts_by_kind(judged, REPRODUCED).items():
            found[f"{scale}.kinds.{slug(kind)}"] = f"{have} of {every}"
        for verdict, count in statement_counts(statements(scale)).items():
            found[f"{scale}.statements.{slug(verdict)}"] = count
    for scale in SCALES:
        found[f"{scale}.core-time"] = duration(sum(job.seconds for job in plan(scale)))
    for name, value in list(found.items()):
        if isinstance(value, int) and value < len(WORDS):
            found[f"{name}.word"] = WORDS[value]
    return {name: str(value) for name, value in found.items()}


def _papers() -> dict[str, Any]:
    """Return what the record of the published sizes says of each paper."""
    said: dict[str, Any] = json.loads((ROOT / "record/paper/record.json").read_text())["papers"]
    return said


def _wall_seconds() -> float:
    """Return the wall time of `figures/all` that ``make bench`` has measured."""
    report = (ROOT / "benchmarks/report.md").read_text()
    measured = re.search(r"^\| wall time, from nothing \| ([\d.]+) s \|$", report, re.MULTILINE)
    if measured is None:
        raise SystemExit("benchmarks/report.md has no wall time; run make bench")
    return float(measured[1])


def plan_table() -> str:
    """Return the table of what runs will take."""
    rows = []
    for scale, paper in [*((scale, "") for scale in SCALES), ("paper", "bietti2022")]:
        jobs = plan(scale, paper)
        rough = sum(job.rough for job in jobs)
        said = "" if not rough else ", rough" if rough == len(jobs) else ", a part rough"
        time = duration(sum(job.seconds for job in jobs)) + said
        rows.append(
            [f"`figures/{paper or 'all'}`, {scale}", time, f"{max(job.mb for job in jobs):.0f} MB"]
        )
    return tables.table(["", "core time", "largest job"], rows)


def filled(text: str, known: Mapping[str, str]) -> str:
    """Return a page with today's numbers; unknown names stay as they are."""
    return SPAN.sub(lambda span: f"<!--n:{span[1]}-->{known.get(span[1], span[2])}<!--/n-->", text)


def faults(name: str, text: str, known: Mapping[str, str]) -> Iterator[str]:
    """Yield what is wrong with a page: stale numbers, spans that show or break the page, and counts
    that stand in no span.
    """
    for span in SPAN.finditer(text):
        right = known.get(span[1])
        if right is None:
            yield f"{name}: there is no number {span[1]}"
        elif span[2] != right:
            yield f"{name}: {span[1]} is {right.strip()}, found {span[2].strip()}; run make docs"
        before = text[text.rfind("\n", 0, span.start()) + 1 : span.start()]
        if "\n" not in span[2] and not before.strip(" >*-"):
            yield f"{name}: {span[1]} begins a line, and Markdown takes such a line for HTML"
    if MARK.search(SPAN.sub("", text)):
        yield f"{name}: a mark without its other end"
    if any(MARK.search(block) for block in FENCE.findall(text)):
        yield f"{name}: marks show in a block of code"
    quoted = QUOTED.get(name, ())
    free = [found[0] for found in COUNTED.finditer(SPAN.sub("", text).replace("\n", " "))]
    for count in dict.fromkeys(free):
        if count not in quoted:
            yield f"{name}: {count!r} stands in no span"
    for count in quoted:
        if count not in free:
            yield f"{name}: {count!r} is listed in QUOTED and not found"


def pages() -> list[Path]:
    """Return the pages that are filled and checked."""
    own = [
        ROOT / name
        for name in ("README.md", "CHANGELOG.md", "figures/README.md", "record/README.md")
    ]
    return [*own, *sorted((ROOT / "docs").rglob("*.md"))]


def stale_record() -> Iterator[str]:
    """Yield a message if the pages of the record count other statements than the ledgers of
    today.
    """
    table = ROOT / "record/paper/statements.parquet"
    before, now = (
        {(row["document"], row["statement"]): row["verdict"] for row in rows}
        for rows in (
            parquet.read(table)[0].to_pylist(),
            statement_rows(catalogue("paper"), kept("paper")),
        )
    )
    if before != now:
        command = "feature-learning record --scale paper --pages"
        yield f"record/paper: its pages are of older ledgers; run {command}"


def main() -> None:
    """Fill the pages, or with ``--check`` print every fault and fail if there is one."""
    known = numbers()
    if "--check" not in sys.argv[1:]:
        for page in pages():
            page.write_text(filled(page.read_text(), known))
        for picture, copy in tables.copies(ROOT):
            copy.write_bytes(picture.read_bytes())
    found = [
        fault
        for page in pages()
        for fault in faults(page.relative_to(ROOT).as_posix(), page.read_text(), known)
    ]
    found += stale_record()
    found += [
        f"{copy.relative_to(ROOT)}: not the picture of the record; run make docs"
        for picture, copy in tables.copies(ROOT)
        if not copy.exists() or copy.read_bytes() != picture.read_bytes()
    ]
    print("\n".join(found), end="\n" * bool(found))
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
