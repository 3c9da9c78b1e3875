"""``feature-learning verdicts``: verdicts of papers, figures, documents and statements, printed."""

import argparse
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from feature_learning.core import parquet
from feature_learning.core.errors import UserError, did_you_mean
from feature_learning.pipeline.declare.catalogue import Catalogue
from feature_learning.pipeline.declare.project import configured
from feature_learning.pipeline.declare.targets import Target, target
from feature_learning.pipeline.report.pages import number
from feature_learning.pipeline.report.statements import counts, statement_rows, verdict_of
from feature_learning.pipeline.report.verdict import what_would_decide
from feature_learning.statistics.tallies import tally

_WIDTH = 100
_POINTS = 8  # of one claim that are shown; the gallery has all


def run(args: argparse.Namespace) -> None:
    """Print the verdicts; without a name the counts of every paper and document."""
    catalogue = configured(args)
    results = Path("results", catalogue.config.run)
    for line in answer(catalogue, results, args.what):
        print(line)


def answer(catalogue: Catalogue, results: Path, what: str) -> Iterator[str]:
    """Yield the lines of an answer on ``paper``, ``paper/figure``, ``document`` or
    ``document/statement``; on all if empty.
    """
    asked, papers, documents = target(what), catalogue.papers, catalogue.ledger.documents
    judged = _judged(catalogue, results)
    if not judged:
        makes = f"verdicts/{asked.name}" if asked.paper in papers else "figures/all"
        raise UserError(f"{results} has no verdicts; run snakemake {makes} first")
    figures = papers[asked.paper].figures if asked.paper in papers else {}
    statements = documents[asked.paper].statements if asked.paper in documents else {}
    known = [*figures, *statements] if figures or statements else [*papers, *documents]
    if not asked.paper:
        yield from _summary(catalogue, judged)
    elif figures and asked.figure in {"", *figures} - {*statements}:
        yield from _paper(judged, asked)
    elif statements and asked.figure in ("", *statements):
        yield from _document(catalogue, judged, asked.paper, asked.figure)
    else:
        near = did_you_mean(asked.figure or asked.paper, known)
        raise UserError(f"there is no {asked.name}.{near}")


def _judged(catalogue: Catalogue, results: Path) -> dict[tuple[str, str], dict[str, Any]]:
    """Return the rows of the verdict tables by paper and claim; of two tables with a claim, a
    figure's and its paper's, that of the later one.
    """
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for paper in catalogue.papers:
        claims = results / "claims"
        paths = [claims / f"{paper}.parquet", *(claims / paper).glob("*.parquet")]
        made = [path for path in paths if path.exists()]
        for path in sorted(made, key=lambda path: path.stat().st_mtime_ns):
            rows = parquet.read(path)[0].to_pylist()
            found |= {(paper, row["claim"]): row for row in rows}
    return found


def _summary(
    catalogue: Catalogue, judged: Mapping[tuple[str, str], Mapping[str, Any]]
) -> Iterator[str]:
    for paper in catalogue.papers:
        rows = [row for (key, _), row in judged.items() if key == paper]
        if rows:
            yield f"{paper}: {tally(rows)[0]}"
    rows_of = statement_rows(catalogue, judged)
    for key in dict.fromkeys(row["document"] for row in rows_of):
        found = counts(row for row in rows_of if row["document"] == key)
        said = ", ".join(f"{count} {verdict}" for verdict, count in found.items() if count)
        yield f"{key}: statements: {said}"


def _paper(judged: Mapping[tuple[str, str], Mapping[str, Any]], asked: Target) -> Iterator[str]:
    rows = [
        row
        for (key, _), row in judged.items()
        if key == asked.paper and asked.figure in ("", row["figure"])
    ]
    if not rows:
        raise UserError(f"nothing of {asked.name} is tested; run snakemake verdicts/{asked.name}")
    yield from tally(rows)
    for row in rows:
        yield from _claim(row, points=bool(asked.figure))


def _document(
    catalogue: Catalogue, judged: Mapping[tuple[str, str], Mapping[str, Any]], key: str, name: str
) -> Iterator[str]:
    for statement, said in catalogue.ledger.documents[key].statements.items():
        if name not in ("", statement):
            continue
        tests = catalogue.ledger.claims.get(f"{key}/{statement}", ())
        verdicts = [judged[test]["verdict"] if test in judged else None for test in tests]
        yield f"{verdict_of(said.scope, verdicts).upper()}  {key}/{statement}"
        yield from _wrapped(f"{said.words} ({said.place})")
        for label, text in (("not tested", said.untested), ("read as", said.remark)):
            if text:
                yield from _wrapped(f"{label}: {text}")
        for test in tests:
            if test in judged:
                yield from _claim(judged[test], points=bool(name), indent="  ")
        if said.finding or said.instead:
            yield from _wrapped(f"what holds instead: {said.finding}")
        for shows in said.instead:
            paper, _, claim = shows.partition("/")
            if (paper, claim) in judged:
                yield from _claim(judged[paper, claim], points=bool(name), indent="  ")


def _claim(row: Mapping[str, Any], *, points: bool, indent: str = "") -> Iterator[str]:
    yield f"{indent}{row['verdict']}: {row['paper']}/{row['claim']} ({row['test']})"
    inner = f"{indent}  "
    yield from _wrapped(row["says"], inner)
    if not points:
        return
    yield from _points(row, inner)
    if row["rival"]:
        yield from _wrapped(f"if the claim were false: {row['rival']}", inner)
    for more in (row["remark"], what_would_decide(row)):
        if more:
            yield from _wrapped(more, inner)


def _points(row: Mapping[str, Any], indent: str) -> Iterator[str]:
    columns = ("points", "estimate", "low", "high", "accepted_low", "accepted_high")
    rivals: Sequence[float] = row["rival_value"] or [float("nan")] * len(row["points"])
    cells = list(zip(*(row[column] for column in columns), rivals, strict=True))
    for point, at, low, high, least, most, rival in cells[:_POINTS]:
        interval = f" [{number(low)}, {number(high)}]" if low != high else ""
        against = f", alternative {number(rival)}" if rival == rival else ""
        region = f"accepted [{number(least)}, {number(most)}]"
        yield f"{indent}{point}: {number(at)}{interval}, {region}{against}"
    if len(cells) > _POINTS:
        yield f"{indent}and {len(cells) - _POINTS} more points, in the gallery"


def _wrapped(text: str, indent: str = "  ") -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent=indent, subsequent_indent=indent)
