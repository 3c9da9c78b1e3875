"""What the pages show of a paper: its figures, with their experiments, files and claims."""

import json
import os
import struct
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow.compute as pc
import pyarrow.csv

from feature_learning.core import parquet
from feature_learning.core.files import read_text
from feature_learning.pipeline.declare.catalogue import Catalogue
from feature_learning.pipeline.declare.experiment import Experiment
from feature_learning.pipeline.declare.schema import Figure, Paper
from feature_learning.pipeline.report import regions
from feature_learning.pipeline.report.fields import declared_values, filled, in_words, read
from feature_learning.pipeline.report.manifest import configuration
from feature_learning.pipeline.report.recorded import UNDECIDED, recorded_verdicts
from feature_learning.pipeline.report.regions import Line
from feature_learning.pipeline.report.severity import severity
from feature_learning.pipeline.report.snippet import snippet
from feature_learning.pipeline.report.verdict import picture, what_would_decide
from feature_learning.statistics.tallies import HEADLINE, counts, slug

PAGES = "papers"
"""The folder of the papers' pages, one below that of the figures."""
MAIN = "main"
_STRIP = ", strip"  # the end of the name of a panel that repeats another's points
_PRINTED = 300.0  # dots per inch of a PNG
_LARGER = 1.5  # than print, at most
_CSS = 96.0  # pixels per inch of a page
_BASES = {
    "document": "tests a statement of a document",
    "theory": "tests a prediction without free parameters",
    "regression": "guards the code: a range from an earlier run",
}
_KINDS = {
    "theory": "agreement with theory",
    "negative": "something that must not be seen",
    "value": "a value",
    "exponent": "an exponent",
    "ordering": "an order",
    "transition": "a transition",
    "shape": "a shape",
    "limit": "a limit",
}
_SOURCES = {
    "document": "the paper's or the talk's",
    "code": "the authors' code",
    "told": "told by a reader of the paper",
    "recalled": "from the literature",
    "derived": "derived",
    "ours": "ours",
}


def rows(results: Path, key: str) -> list[dict[str, Any]]:
    """Return the verdict table of a paper.

    Parameters
    ----------
    results
        The folder of the run.
    key
        The paper.
    """
    return parquet.read(results / "claims" / f"{key}.parquet")[0].to_pylist()


def entry(
    key: str, declared: Paper, catalogue: Catalogue, results: Path, figures: Path
) -> dict[str, Any]:
    """Return what the page of a paper shows; links are relative to its page.

    Parameters
    ----------
    key, declared
        The paper.
    catalogue
        What was run.
    results, figures
        The folders of the run.
    """
    lines = regions.read(catalogue.folders[key])
    recorded = recorded_verdicts(key, figures)
    claims = [_claim(row, lines, recorded) for row in rows(results, key)]
    return {
        "key": key,
        "declared": declared,
        "claims": claims,
        "counts": counts(claim for claim in claims if claim["headline"]),
        "withdrawn": regions.withdrawn(lines),
        "data": _link(results / "claims" / f"{key}.parquet", figures),
        "figures": [
            _figure(key, name, declared, claims, catalogue, results, figures)
            for name, _ in sorted(declared.figures.items(), key=lambda own: _place(own[1]))
        ],
    }


def _place(figure: Figure) -> int:
    """Return where a figure stands on the pages: published pictures, then our main ones, then
    checks.
    """
    return 0 if figure.published else 1 if figure.role == MAIN else 2


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
    read_from = {read: declared.experiments[read] for read in figure.reads}
    said = declared_values(read_from) | (read(figures / paper / f"{name}.json") or {})
    experiments = [
        _experiment(paper, read, design, catalogue, results, figures)
        for read, design in read_from.items()
    ]
    seeds = dict.fromkeys(
        _seeds(experiment["design"]) for experiment in experiments if experiment["design"].seeds
    )
    drawing = _seconds(results / "benchmarks" / paper / f"{name}.jsonl")
    return {
        "name": name,
        "target": f"figures/{paper}/{name}",
        "declared": figure,
        "folded": _place(figure) == 2,
        "texts": {text: filled(getattr(figure, text), said) for text in ("title", "notes")}
        | {"caption": _caption(figure, said)},
        "moving": (figures / paper / f"{name}.gif").exists(),
        "stem": f"../{paper}/{name}",
        "width": _width(figures / paper / f"{name}.png"),
        "snippet": snippet(paper, figure.reads, declared.experiments, catalogue.config),
        "experiments": experiments,
        "configuration": configuration(paper, read_from),
        "seeds": " or ".join(seeds),
        "measured": _measured(figures / paper / f"{name}.csv"),
        "diverged": sum(experiment["diverged"] for experiment in experiments),
        "seconds": drawing + sum(experiment["seconds"] for experiment in experiments),
        "claims": [claim for claim in claims if claim["figure"] == name],
        "log": _link(results / "logs" / paper / f"{name}.log", figures),
        "ours_alone": figure.published is None and figure.origin.startswith("ours"),
    }


def _caption(figure: Figure, said: dict[str, Any]) -> str:
    """Return the caption, which ends with the reason where a theory says nothing."""
    reason = said.get("no_prediction")
    return filled(figure.caption, said) + (f" No prediction: {reason}." if reason else "")


def _measured(points: Path) -> str:
    """Return what markers and bars of a figure are, from its table of points; empty if that does
    not say.
    """
    if not points.exists() or points.stat().st_size < 2:  # a figure without points
        return ""
    table = pyarrow.csv.read_csv(points)
    every = table.to_pylist()
    roles = {row["role"] for row in every}
    if not roles & {"simulation", "run"}:
        return "Theory only."
    rows = [row for row in every if row["role"] == "simulation" and row.get("kind")]
    if not rows:
        single = dict.fromkeys(row.get("kind") or "runs" for row in every if row["role"] == "run")
        return "" if "simulation" in roles else f"Markers: single {' and '.join(single)}."
    kinds = " or ".join(dict.fromkeys(row["kind"] for row in rows))
    bounded = [row for row in rows if row["low"] is not None] or rows
    counts = sorted({int(row["seeds"]) for row in bounded})
    seeds = str(counts[0]) if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
    lost = sum(int(row["diverged"]) for row in rows if not str(row["panel"]).endswith(_STRIP))
    runs = "single runs; " if "run" in roles else ""
    bars = "" if "standard" in kinds else ", 90 % CI"
    said = f"Markers: {runs}{kinds}{bars} over {seeds} seeds"
    infinite = "1 value is infinite" if lost == 1 else f"{lost} values are infinite"
    return said + (f" ({infinite}, and counted)." if lost else ".")


def _experiment(
    paper: str, name: str, design: Experiment, catalogue: Catalogue, results: Path, figures: Path
) -> dict[str, Any]:
    metrics, theory = (results / kind / paper / f"{name}.parquet" for kind in ("metrics", "theory"))
    source = {value: origin for origin, values in design.sources.items() for value in values}
    declared = {**design.fixed, **design.sweep, **design.grid}
    parameters = [
        (value, in_words(given), _SOURCES[source.get(value, "document")])
        for value, given in declared.items()
    ]
    return {
        "name": name,
        "design": design,
        "parameters": parameters,
        "runs": len(catalogue.settings(paper, name)) * design.seeds,
        # A record lacks an experiment that is newer.
        "metrics": _link(metrics, figures) if metrics.exists() else None,
        "theory": _link(theory, figures) if theory.exists() else None,
        "diverged": _diverged(metrics) if metrics.exists() else 0,
        "seconds": sum(map(_seconds, (results / "benchmarks" / paper / name).rglob("*.jsonl"))),
    }


def _seeds(design: Experiment) -> str:
    """Return the number of seeds, times the number of independent replicas in each."""
    return (
        f"{design.seeds} × {design.fixed['replicas']}"
        if design.fixed.get("replicas", 1) != 1
        else str(design.seeds)
    )


def _claim(
    row: dict[str, Any], lines: Sequence[Line], recorded: Mapping[str, str]
) -> dict[str, Any]:
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
        "slug": slug(row["verdict"]),
        "recorded": recorded.get(row["claim"], "") if row["verdict"] in UNDECIDED else "",
        "badge": f"{_KINDS[row['kind']]}; {_BASES[row['basis']]}",
        "headline": row["basis"] in HEADLINE,
        "picture": picture(points),
        "would_decide": what_would_decide(row),
        "severity": severity(points),
        "since": regions.since(lines, row["claim"]),
    }


def _diverged(metrics: Path) -> int:
    """Return how many rows of an experiment's runs are marked as diverged."""
    table, _ = parquet.read(metrics)
    return int(pc.sum(table["diverged"]).as_py() or 0) if "diverged" in table.column_names else 0


def _seconds(record: Path) -> float:
    """Return the CPU seconds that a job recorded; 0 without a record, because records are not
    inputs of the rule.
    """
    return float(json.loads(read_text(record))["cpu_s"]) if record.exists() else 0.0


def _link(path: Path, figures: Path) -> str:
    return Path(os.path.relpath(path, figures / PAGES)).as_posix()


def _width(picture: Path) -> int | None:
    """Return the width to show a figure at, in a page's pixels; None without a picture."""
    head = picture.read_bytes()[:24] if picture.exists() else b""
    if len(head) < 24 or head[12:16] != b"IHDR":
        return None
    return round(struct.unpack(">I", head[16:20])[0] / _PRINTED * _CSS * _LARGER)
