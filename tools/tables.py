"""The tables and the gallery of the documentation, in Markdown, for ``tools/counts.py``."""

import argparse
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from feature_learning.pipeline.commands import PARSER
from feature_learning.pipeline.declare.catalogue import Catalogue
from feature_learning.pipeline.report.originals import originals
from feature_learning.pipeline.report.statements import NOT_TESTED, QUESTION, SETTING
from feature_learning.pipeline.report.statements import counts as statement_counts
from feature_learning.statistics.verdicts import INCONCLUSIVE, MIXED, NOT_REPRODUCED, VERDICTS

SHOWN = (MIXED, NOT_REPRODUCED, INCONCLUSIVE, NOT_TESTED)
"""The verdicts of the statements that the page of the documents names."""

COLUMNS = 3
"""The pictures in a row of the gallery."""
STRIP = (
    "bietti2022/poster",
    "ba2022/figure-1",
    "moniri2023/figure-2",
    "dandi2023/figure-1",
    "dandi2023/stairway-middle",
    "mei2019/figure-1",
)
"""The authors' pictures on the front page of the repository."""
COPIED = ("ba2022/talk-spike", "bietti2022/poster", "dandi2023/figure-2", "moniri2023/fig6")
"""The pictures of the record that pages of the site show; a site has nothing outside ``docs/``."""


def table(head: Sequence[str], rows: Iterable[Sequence[Any]], align: str = "---:") -> str:
    """Return a table in Markdown.

    Parameters
    ----------
    head, rows
        The cells.
    align
        The alignment of all columns but the first.
    """
    lines = [head, ["---", *[align] * (len(head) - 1)], *rows]
    cells = [
        f"| {' | '.join(str(cell).replace('|', chr(92) + '|') for cell in line)} |"
        for line in lines
    ]
    return "\n\n" + "\n".join(cells) + "\n\n"


def without_zeros(
    head: Sequence[str], rows: Sequence[Sequence[object]]
) -> tuple[list[str], list[list[object]]]:
    """Return a table without the columns that have only zeros.

    Parameters
    ----------
    head, rows
        The cells.
    """
    used = [at for at in range(len(head)) if any(row[at] for row in rows)]
    return [head[at] for at in used], [[row[at] for at in used] for row in rows]


def papers(kept: Mapping[str, Any]) -> str:
    """Return the table of the papers: their figures, claims by verdict and core hours.

    Parameters
    ----------
    kept
        The papers of `record.json`.
    """
    rows = [
        [own["figures"], *(own["verdicts"][verdict] for verdict in VERDICTS), own["core_s"] / 3600]
        for own in kept.values()
    ]
    rows.append([sum(column) for column in zip(*rows, strict=True)])
    named = zip([*(f"`{key}`" for key in kept), "all"], rows, strict=True)
    cells = [[name, *counted, f"{hours:.2f}"] for name, (*counted, hours) in named]
    return table(*without_zeros(["paper", "figures", *VERDICTS, "core hours"], cells))


def documents(catalogue: Catalogue, statements: Sequence[Mapping[str, Any]]) -> str:
    """Return the table of the documents: their statements by verdict.

    Parameters
    ----------
    catalogue
        The declarations.
    statements
        All statements of the founding documents, with their verdicts.
    """
    rows = []
    for key, document in catalogue.ledger.founding.items():
        own = [row for row in statements if row["document"] == key]
        rows.append([document.title, len(own), *statement_counts(own).values()])
    return table(*without_zeros(["document", "statements", *statement_counts([])], rows))


def outcomes(catalogue: Catalogue, statements: Sequence[Mapping[str, Any]]) -> str:
    """Return a section for each document, with the statements that `SHOWN` selects.

    Parameters
    ----------
    catalogue
        The declarations.
    statements
        All statements of the founding documents, with their verdicts.
    """
    lines: list[str] = []
    for key, document in catalogue.ledger.founding.items():
        own = [row for row in statements if row["document"] == key]
        counted = [
            f"{count} {verdict}{'s' * (verdict in (SETTING, QUESTION) and count > 1)}"
            for verdict, count in statement_counts(own).items()
            if count
        ]
        lines += ["", f"## {document.title}", "", f"A {document.kind}, key `{key}`.", ""]
        lines += [document.outcome, "", f"{len(own)} statements: {', '.join(counted)}.", ""]
        for row in own:
            reason = row["finding"] or row["untested"]
            if row["verdict"] in SHOWN:
                words = " ".join(row["words"].split())
                reason = reason.replace("docs/findings.md", "findings.md")
                reason = re.sub(r" \((findings\.md#[\w-]+)\)", r" ([finding](\1))", reason)
                lines.append(f"- **{row['verdict']}**, {row['place']}: {words}")
                lines += (
                    [f"  *{'Instead' if row['finding'] else 'Why'}:* {reason}"] if reason else []
                )
    return "\n" + "\n".join(lines) + "\n\n"


def copies(root: Path) -> Iterator[tuple[Path, Path]]:
    """Yield the pictures that pages of the site show: the one of the record, and its copy."""
    for name in COPIED:
        copy = root / "docs/pictures" / f"{name.replace('/', '-')}.png"
        yield root / "record/paper" / f"{name}.png", copy


def pictures(catalogue: Catalogue) -> list[list[str]]:
    """Return each published picture, the figure that reproduces it, and what it shows."""
    return [
        [f"`{own.paper}`: {own.where}", f"`{own.figure}`", own.shows]
        for own in originals(catalogue)
        if own.figure
    ]


def not_drawn(catalogue: Catalogue) -> list[list[str]]:
    """Return each published picture that no figure reproduces, and the reason."""
    return [
        [f"`{own.paper}`: {own.where}", own.shows, own.why]
        for own in originals(catalogue)
        if own.why
    ]


def strip(catalogue: Catalogue) -> str:
    """Return some of the authors' pictures, for the front page of the repository."""
    cells = [
        (f"record/paper/{name}.png", f"`{name}`: {_published(catalogue, name)}") for name in STRIP
    ]
    return "\n\n" + "\n".join(_rows(cells)) + "\n\n"


def _published(catalogue: Catalogue, name: str) -> str:
    paper, _, figure = name.partition("/")
    return str(catalogue.papers[paper].figures[figure].published.where).partition(";")[0]


def gallery(catalogue: Catalogue, record: Path) -> str:
    """Return the figures of a record that have a picture, by paper, with their titles.

    Parameters
    ----------
    catalogue
        The declarations.
    record
        The folder of the record; links are relative to the folder above it.
    """
    lines: list[str] = []
    for key, paper in catalogue.papers.items():
        cells = [
            (f"{record.name}/{key}/{name}.png", f"`{name}`: {figure.title}")
            for name, figure in paper.figures.items()
            if (record / key / f"{name}.png").exists()
        ]
        lines += ["", f"## {key}: {paper.title}", "", paper.summary, "", *_rows(cells)]
    return "\n" + "\n".join(lines) + "\n\n"


def _rows(cells: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Yield the lines of a table of pictures, each above its words."""
    yield "| " * COLUMNS + "|"
    yield "|:---:" * COLUMNS + "|"
    for start in range(0, len(cells), COLUMNS):
        row = [*cells[start : start + COLUMNS], *[("", "")] * COLUMNS][:COLUMNS]
        for line in (
            [f"![]({path})" if path else "" for path, _ in row],
            [said for _, said in row],
        ):
            yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |"


def commands() -> str:
    """Return the command line: each command with its arguments."""
    (subparsers,) = (
        action for action in PARSER._actions if isinstance(action, argparse._SubParsersAction)
    )
    lines: list[str] = []
    for shown in subparsers._choices_actions:
        command = subparsers.choices[shown.dest]
        rows = [
            [f"`{_named(action)}`", action.help or ""]
            for action in command._actions
            if action.help != argparse.SUPPRESS and action.dest != "help"
        ]
        lines += [f"### {shown.dest}", "", f"{shown.help}."]
        lines += table(["argument", "meaning"], rows, "---").strip("\n").split("\n") if rows else []
        lines += [""]
    text = "\n".join(lines).replace(".\n| argument", ".\n\n| argument")
    return "\n\n" + text + "\n"


def _named(action: argparse.Action) -> str:
    if not action.option_strings:
        return str(action.metavar or action.dest)
    value = "" if action.nargs == 0 else f" {action.metavar or action.dest.upper()}"
    return action.option_strings[-1] + value
