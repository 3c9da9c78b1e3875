"""Stage ``page``: the page of one paper, with every figure and every verdict."""

from pathlib import Path
from typing import Any

from feature_learning.pipeline.declare.catalogue import Catalogue, load
from feature_learning.pipeline.report.entries import PAGES, entry
from feature_learning.pipeline.report.pages import framed, write_page
from feature_learning.pipeline.run.task import Task


def run(task: Task) -> None:
    """Write the page."""
    results = Path(task["results"])
    with task.recorded():
        catalogue = load(task["config"])
        write(catalogue, task["paper"], results, task.out.parent.parent)


def write(catalogue: Catalogue, key: str, results: Path, figures: Path, **other: Any) -> None:
    """Write the page of a paper.

    Parameters
    ----------
    catalogue
        What was run.
    key
        The paper.
    results, figures
        The folders of the run.
    other
        What the page says of its run instead of `framed`'s words.
    """
    declared = catalogue.papers[key]
    page = {
        **framed(catalogue, figures),
        "paper": entry(key, declared, catalogue, results, figures),
        "words": {
            f"{document}/{name}": {
                "document": document,
                "statement": name,
                "words": statement.words,
            }
            for document, own in catalogue.ledger.documents.items()
            for name, statement in own.statements.items()
        },
        **other,
    }
    write_page(figures / PAGES / f"{key}.html", "paper", page)
