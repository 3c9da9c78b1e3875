"""Stage ``gallery``: one static page with every figure and every verdict, and the closing lines for
the terminal.
"""

import argparse
import json
import os
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv

from feature_learning.core import parquet
from feature_learning.core.files import replacing
from feature_learning.pipeline.declare.catalogue import Catalogue, load
from feature_learning.pipeline.declare.experiment import Experiment
from feature_learning.pipeline.declare.schema import SCALES, Paper
from feature_learning.pipeline.report.documents import document_pages
from feature_learning.pipeline.report.fields import filled, read
from feature_learning.pipeline.report.manifest import configuration, manifest
from feature_learning.pipeline.report.pages import number, rendered
from feature_learning.pipeline.report.statements import SCHEMA, headline, statement_rows
from feature_learning.pipeline.report.verdict import look_in_words, picture, what_would_decide
from feature_learning.pipeline.run.timing import recorded
from feature_learning.statistics.tallies import HEADLINE, counts, tally
from feature_learning.statistics.verdicts import VERDICTS

_FIRST = "main"


def run(args: argparse.Namespace) -> None:
    """Write the page, and ``run.json`` and ``summary.txt`` beside it."""
    with recorded(args.benchmark, "gallery"):
        catalogue = load(json.loads(args.config), results=args.results.parent)
        page = context(catalogue, args.results, args.figures)
        write_statements(page, args.results, args.out.parent)
        with replacing(args.out.with_name("run.json")) as temporary:
            temporary.write_text(
                manifest(
                    catalogue,
                    {key: _rows(args.results, key) for key in catalogue.papers},
                    Path.cwd(),
                )
            )
        with replacing(args.out) as temporary:
            temporary.write_text(rendered("gallery", page))
        with replacing(args.out.with_name("summary.txt")) as temporary:
            temporary.write_text(summary(page, args.out))


def context(catalogue: Catalogue, results: Path, figures: Path) -> dict[str, Any]:
    """Return what the page shows: the papers, their figures, the claims of each, and links to all
    files.
    """
    papers = [
        _paper(key, declared, catalogue, results, figures)
        for key, declared in catalogue.papers.items()
    ]
    claims = [claim for paper in papers for claim in paper["claims"]]
    by_name = {(claim["paper"], claim["claim"]): claim for claim in claims}
    rows = statement_rows(catalogue, by_name)
    return {
        "statements": rows,
        "statement_headline": headline(rows, list(catalogue.ledger.founding)),
        "documents": document_pages(catalogue, rows, by_name),
        "founding": list(catalogue.ledger.founding),
        "words": {f"{row['document']}/{row['statement']}": row for row in rows},
        "scale": catalogue.config.scale,
        "run": catalogue.config.title,
        "options": " ".join(catalogue.config.options),
        "others": sorted({*SCALES, *_runs(figures.parent)} - {catalogue.config.run}),
        "papers": papers,
        "formats": ("svg", "pdf", "png"),
        "logs": True,
        "manifest": "run.json",
        "verdicts": VERDICTS,
        "headline": counts(claim for claim in claims if claim["basis"] in HEADLINE),
        "regression": counts(claim for claim in claims if claim["basis"] not in HEADLINE),
        "figures": sum(len(paper["figures"]) for paper in papers),
    }


def write_statements(page: dict[str, Any], results: Path, figures: Path) -> None:
    """Write the table of the statements and one page per document."""
    parquet.write(
        pa.Table.from_pylist(page["statements"], schema=SCHEMA), results / "statements.parquet", {}
    )
    for key, document in page["documents"].items():
        path = figures / "documents" / f"{key}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as temporary:
            temporary.write_text(rendered("document", document))


def _runs(figures: Path) -> list[str]:
    """Return the runs that have figures."""
    return [path.name for path in figures.iterdir() if path.is_dir()]


def summary(page: dict[str, Any], out: Path) -> str:
    """Return the last lines of a run: the number of figures, the verdicts, and where the gallery
    is.
    """
    claims = [claim for paper in page["papers"] for claim in paper["claims"]]
    figures = f"{page['figures']} figures of {len(page['papers'])} papers at {page['run']}: {out}"
    return "\n".join([figures, page["statement_headline"], *tally(claims)]) + "\n"


def _rows(results: Path, key: str) -> list[dict[str, Any]]:
    return parquet.read(results / "claims" / f"{key}.parquet")[0].to_pylist()


def _paper(
    key: str, declared: Paper, catalogue: Catalogue, results: Path, figures: Path
) -> dict[str, Any]:
    claims = [_claim(row) for row in _rows(results, key)]
    return {
        "key": key,
        "declared": declared,
        "claims": claims,
        "counts": counts(claim for claim in claims if claim["headline"]),
        "data": _link(results / "claims" / f"{key}.parquet", figures),
        "figures": [
            _figure(key, name, declared, claims, catalogue, results, figures)
            for name, _ in sorted(declared.figures.items(), key=lambda own: own[1].role != _FIRST)
        ],
    }


def _figure(
    paper: str,
    name: str,
    declared: Paper,
    claims: list[dict[str, Any]],
    catalogue: Catalogue,
    results: Path,
    figures: Path,
) -> dict[str, Any]:
    figure = declared.figures[name]
    said = read(figures / paper / f"{name}.json")
    experiments = [
        _experiment(paper, read, declared.experiments[read], catalogue, results, figures)
        for read in figure.reads
    ]
    seeds = dict.fromkeys(
        _seeds(experiment["design"]) for experiment in experiments if experiment["design"].seeds
    )
    drawing = _seconds(results / "benchmarks" / paper / f"{name}.jsonl")
    return {
        "name": name,
        "target": f"figures/{paper}/{name}",
        "declared": figure,
        "texts": {
            text: filled(getattr(figure, text), said) for text in ("title", "caption", "notes")
        },
        "moving": (figures / paper / f"{name}.gif").exists(),
        "stem": f"{paper}/{name}",
        "experiments": experiments,
        "configuration": configuration(
            paper, {read: declared.experiments[read] for read in figure.reads}
        ),
        "seeds": " or ".join(seeds),
        "measured": _measured(figures / paper / f"{name}.csv"),
        "diverged": sum(experiment["diverged"] for experiment in experiments),
        "seconds": drawing + sum(experiment["seconds"] for experiment in experiments),
        "claims": [claim for claim in claims if claim["figure"] == name],
        "log": _link(results / "logs" / paper / f"{name}.log", figures),
        "ours_alone": figure.origin.startswith("ours"),
    }


def _measured(points: Path) -> str:
    """Return what markers and bars of a figure are, from its table of points; empty without any."""
    if not points.exists() or points.stat().st_size < 2:  # a figure without points
        return ""
    table = pyarrow.csv.read_csv(points)
    if "kind" not in table.column_names:
        return ""
    rows = [row for row in table.to_pylist() if row["role"] == "simulation" and row["kind"]]
    if not rows:
        return ""
    kinds = " or ".join(dict.fromkeys(row["kind"] for row in rows))
    counts = sorted({int(row["seeds"]) for row in rows})
    seeds = str(counts[0]) if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
    lost = sum(int(row["diverged"]) for row in rows)
    said = f"Markers: {kinds}, 95 % CI over {seeds} seeds"
    return said + (f" ({lost} diverged values are counted)." if lost else ".")


def _experiment(
    paper: str, name: str, design: Experiment, catalogue: Catalogue, results: Path, figures: Path
) -> dict[str, Any]:
    metrics, theory = (results / kind / paper / f"{name}.parquet" for kind in ("metrics", "theory"))
    source = {value: origin for origin, values in design.sources.items() for value in values}
    declared = {**design.fixed, **design.sweep, **design.grid}
    parameters = [
        (value, _values(given), source.get(value, "document")) for value, given in declared.items()
    ]
    return {
        "name": name,
        "design": design,
        "parameters": parameters,
        "runs": len(catalogue.settings(paper, name)) * design.seeds,
        "metrics": _link(metrics, figures) if design.seeds else None,
        "theory": _link(theory, figures) if design.theory is not None else None,
        "diverged": _diverged(metrics) if design.seeds else 0,
        "seconds": sum(map(_seconds, (results / "benchmarks" / paper / name).rglob("*.jsonl"))),
    }


def _seeds(design: Experiment) -> str:
    """Return the number of seeds, times the number of independent replicas in each."""
    return (
        f"{design.seeds} × {design.fixed['replicas']}"
        if design.fixed.get("replicas", 1) != 1
        else str(design.seeds)
    )


def _claim(row: dict[str, Any]) -> dict[str, Any]:
    columns = ("points", "estimate", "low", "high", "accepted_low", "accepted_high")
    points = [
        dict(zip(columns, values, strict=True))
        for values in zip(*(row[column] for column in columns), strict=True)
    ]
    for point, value, away in zip(points, row["rival_value"], row["rival_excluded"], strict=False):
        point |= {"rival": value, "rival_excluded": away}
    for point in points:
        point["inside"] = (
            point["accepted_low"] <= point["low"] and point["high"] <= point["accepted_high"]
        )
    return {
        **row,
        "points": points,
        "slug": row["verdict"].replace(" ", "-"),
        "headline": row["basis"] in HEADLINE,
        "picture": picture(points),
        "would_decide": what_would_decide(row),
        "which_look": look_in_words(row),
    }


def _diverged(metrics: Path) -> int:
    """Return how many rows of an experiment's runs are marked as diverged."""
    table, _ = parquet.read(metrics)
    return int(pc.sum(table["diverged"]).as_py() or 0) if "diverged" in table.column_names else 0


def _seconds(record: Path) -> float:
    """Return the CPU seconds that a job recorded; 0 without a record, since records are not inputs
    of the rule.
    """
    return float(json.loads(record.read_text())["cpu_s"]) if record.exists() else 0.0


def _link(path: Path, figures: Path) -> str:
    return Path(os.path.relpath(path, figures)).as_posix()


def _values(given: Any) -> str:
    """Return one value or several for readers; several that go together in parentheses."""
    if isinstance(given, list):
        return ", ".join(map(_values, given))
    if isinstance(given, dict):
        return f"({', '.join(f'{name} = {number(value)}' for name, value in given.items())})"
    return number(given)
