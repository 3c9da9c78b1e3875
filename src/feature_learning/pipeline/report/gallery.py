"""Stage ``gallery``: a front page with the main figures, one page per document, and the closing
lines for the terminal.
"""

import csv
from pathlib import Path
from typing import Any

import pyarrow as pa

from feature_learning.core import parquet
from feature_learning.core.files import dumps, replacing, write_text
from feature_learning.pipeline.declare.catalogue import Catalogue, load
from feature_learning.pipeline.declare.config import SCALES
from feature_learning.pipeline.report import entries
from feature_learning.pipeline.report.documents import document_pages
from feature_learning.pipeline.report.manifest import manifest
from feature_learning.pipeline.report.pages import framed, write_page
from feature_learning.pipeline.report.search import found_by
from feature_learning.pipeline.report.severity import counts_by_kind
from feature_learning.pipeline.report.statements import SCHEMA, headline, statement_rows
from feature_learning.pipeline.run.task import Task
from feature_learning.statistics.tallies import HEADLINE, counts, tally
from feature_learning.statistics.verdicts import REPRODUCED

_COLUMNS = ("what", "name", "verdict", "says", "figure", "place", "points", "seeds", "tests")
"""Of all verdicts; ``tests`` of a claim are statements, those of a statement are claims."""
RUNS = "runs.js"
"""The list of runs that have figures, next to their folders, for the slider of every page."""


def run(task: Task) -> None:
    """Write the pages and what stands next to them."""
    results = Path(task["results"])
    with task.recorded():
        write(load(task["config"]), results, task.out)


def write(catalogue: Catalogue, results: Path, index: Path) -> None:
    """Write the pages, and ``run.json`` and ``summary.txt`` next to the first one.

    Parameters
    ----------
    catalogue
        What was run.
    results
        The folder of the run.
    index
        The front page.
    """
    figures = index.parent
    page = context(catalogue, results, figures)
    write_verdicts(page, results)
    verdicts = {key: entries.rows(results, key) for key in catalogue.papers}
    write_text(figures / "run.json", manifest(catalogue, verdicts))
    write_text(figures.parent / RUNS, f"const RUNS = {dumps(_runs(figures.parent))};\n")
    write_pages(page, figures)
    write_text(figures / "summary.txt", summary(page, index))


def context(catalogue: Catalogue, results: Path, figures: Path) -> dict[str, Any]:
    """Return what the front page and those of the documents show: the papers, their figures, and
    the claims of each.

    Parameters
    ----------
    catalogue
        What was run.
    results, figures
        The folders of the run.
    """
    papers = [
        entries.entry(key, declared, catalogue, results, figures)
        for key, declared in catalogue.papers.items()
    ]
    claims = [claim for paper in papers for claim in paper["claims"]]
    by_name = {(claim["paper"], claim["claim"]): claim for claim in claims}
    rows = statement_rows(catalogue, by_name)
    return {
        **framed(catalogue, figures),
        "statements": rows,
        "statement_headline": headline(rows, list(catalogue.ledger.founding)),
        "documents": document_pages(catalogue, rows, by_name),
        "founding": list(catalogue.ledger.founding),
        "papers": papers,
        "manifest": "run.json",
        "headline": counts(claim for claim in claims if claim["basis"] in HEADLINE),
        "regression": counts(claim for claim in claims if claim["basis"] not in HEADLINE),
        "kinds": counts_by_kind(
            (claim for claim in claims if claim["basis"] in HEADLINE), REPRODUCED
        ),
        "drawn": drawn(catalogue),
    }


def write_pages(page: dict[str, Any], figures: Path) -> None:
    """Write the front page and one page per document.

    Parameters
    ----------
    page
        From `context`.
    figures
        The folder of the front page.
    """
    write_page(figures / "index.html", "front", page | {"search": found_by(page)})
    for key, document in page["documents"].items():
        write_page(figures / "documents" / f"{key}.html", "document", document)


def write_verdicts(page: dict[str, Any], results: Path) -> None:
    """Write the table of the statements, and all verdicts, of claims too, as plain CSV.

    Parameters
    ----------
    page
        From `context`.
    results
        The folder of the run.
    """
    parquet.write(
        pa.Table.from_pylist(page["statements"], schema=SCHEMA), results / "statements.parquet", {}
    )
    claims = (
        {
            **claim,
            "what": "claim",
            "name": f"{claim['paper']}/{claim['claim']}",
            "tests": " ".join(claim["statements"] or ()),
            "points": len(claim["points"]),
        }
        for paper in page["papers"]
        for claim in paper["claims"]
    )
    statements = (
        {
            **own,
            "what": "statement",
            "name": f"{own['document']}/{own['statement']}",
            "says": own["words"],
            "tests": " ".join(own["claims"]),
        }
        for own in page["statements"]
    )
    with (
        replacing(results / "verdicts.csv") as temporary,
        temporary.open("w", newline="", encoding="utf-8") as file,
    ):
        table = csv.DictWriter(file, _COLUMNS, extrasaction="ignore", lineterminator="\n")
        table.writeheader()
        table.writerows([*claims, *statements])


def _runs(figures: Path) -> list[str]:
    """Return the runs that have figures, those under no name of their own first."""
    drawn = {path.name for path in figures.iterdir() if path.is_dir()}
    return [*(scale for scale in SCALES if scale in drawn), *sorted(drawn - {*SCALES})]


def summary(page: dict[str, Any], out: Path) -> str:
    """Return the last lines of a run: the number of figures, the verdicts, and where the gallery
    is.

    Parameters
    ----------
    page
        From `context`.
    out
        The front page.
    """
    claims = [claim for paper in page["papers"] for claim in paper["claims"]]
    first = f"{page['drawn']} at {page['run']}: {out}"
    return "\n".join([first, page["statement_headline"], *tally(claims)]) + "\n"


def drawn(catalogue: Catalogue) -> str:
    """Return how many figures there are, and of how many papers and studies of this project."""
    papers = list(catalogue.papers.values())
    studies = sum(paper.ours for paper in papers)
    counted = [
        _counted(number, what)
        for number, what in ((len(papers) - studies, "paper"), (studies, "study"))
        if number
    ]
    figures = _counted(sum(len(paper.figures) for paper in papers), "figure")
    return f"{figures} of {' and '.join(counted)}"


def _counted(number: int, what: str) -> str:
    """Return a count with its noun.

    >>> _counted(1, "study"), _counted(2, "study"), _counted(2, "paper")
    ('1 study', '2 studies', '2 papers')
    """
    if number == 1:
        return f"1 {what}"
    return f"{number} {what[:-1]}ies" if what.endswith("y") else f"{number} {what}s"
