"""The verdicts of the documents' statements, from those of the claims that test them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pyarrow as pa

from feature_learning.pipeline.declare.catalogue import Catalogue
from feature_learning.statistics import tallies
from feature_learning.statistics.verdicts import (
    INCONCLUSIVE,
    MIXED,
    NEEDS_LARGER,
    NOT_REPRODUCED,
    REPRODUCED,
)

TESTED_PART = "reproduced (tested part)"
NOT_TESTED = "not tested"
SETTING = "setting"
QUESTION = "question"
VERDICTS = (
    REPRODUCED,
    TESTED_PART,
    MIXED,
    NOT_REPRODUCED,
    INCONCLUSIVE,
    NEEDS_LARGER,
    NOT_TESTED,
    SETTING,
    QUESTION,
)

_TEXTS = pa.list_(pa.string())
SCHEMA = pa.schema(
    [
        *(
            (name, pa.string())
            for name in (
                "document",
                "statement",
                "place",
                "words",
                "object",
                "scope",
                "verdict",
                "untested",
                "remark",
                "finding",
            )
        ),
        ("instead", _TEXTS),
        ("claims", _TEXTS),
        ("verdicts", _TEXTS),
    ]
)


def verdict_of(scope: str, verdicts: Sequence[str | None]) -> str:
    """Return a statement's verdict.

    Parameters
    ----------
    scope
        How much of the statement its claims test: ``whole``, ``part`` or ``none``; or ``setting``
        or ``question``, which assert nothing.
    verdicts
        The verdicts of its claims; None for a claim of a paper that this run does not have.

    Returns
    -------
    str
        One of `VERDICTS`. A mixed claim has points inside and outside its region. Claims that
        cannot be tested at a scale leave the others to speak for a part of the statement.

    Examples
    --------
    >>> verdict_of("whole", ["reproduced", "reproduced"])
    'reproduced'
    >>> verdict_of("whole", ["reproduced", "needs larger sizes"])
    'reproduced (tested part)'
    >>> verdict_of("part", ["reproduced", "not reproduced"])
    'mixed'
    >>> verdict_of("part", ["reproduced", "inconclusive"])
    'inconclusive'
    >>> verdict_of("none", [])
    'not tested'
    >>> verdict_of("question", ["reproduced"])
    'question'
    """
    if scope in (SETTING, QUESTION):
        return scope
    if not verdicts:
        return NOT_TESTED
    if {MIXED, NOT_REPRODUCED} & set(verdicts):
        return MIXED if {MIXED, REPRODUCED} & set(verdicts) else NOT_REPRODUCED
    judged = [one for one in verdicts if one in (REPRODUCED, INCONCLUSIVE)]
    if not judged:
        return NEEDS_LARGER if NEEDS_LARGER in verdicts else INCONCLUSIVE
    if INCONCLUSIVE in judged:
        return INCONCLUSIVE
    return REPRODUCED if scope == "whole" and len(judged) == len(verdicts) else TESTED_PART


def statement_rows(
    catalogue: Catalogue, claims: Mapping[tuple[str, str], Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """Return one row of `SCHEMA` per statement of the documents that this run's papers test.

    Parameters
    ----------
    catalogue
        What was run.
    claims
        The rows of the verdict tables, by paper and claim.
    """
    rows = []
    for key in catalogue.ledger.about(catalogue.papers):
        for name, statement in catalogue.ledger.documents[key].statements.items():
            tests = catalogue.ledger.claims.get(f"{key}/{name}", ())
            judged = [claims[test]["verdict"] if test in claims else None for test in tests]
            rows.append(
                {
                    "document": key,
                    "statement": name,
                    **statement.model_dump(),
                    "verdict": verdict_of(statement.scope, judged),
                    "claims": [f"{paper}/{claim}" for paper, claim in tests],
                    "verdicts": [verdict or "not in this run" for verdict in judged],
                }
            )
    return rows


def counts(rows: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """Return how many statements have each verdict, in the order of `VERDICTS`."""
    return tallies.counts(rows, VERDICTS)


def headline(rows: Sequence[Mapping[str, Any]], founding: Sequence[str]) -> str:
    """Return the line that counts the statements of the documents that the project was created
    from.

    >>> headline([{"document": "a", "verdict": "reproduced"}], ["a", "b"])
    'statements of the documents: 1, of which 1 reproduced'
    """
    own = [row for row in rows if row["document"] in founding]
    said = ", ".join(f"{count} {verdict}" for verdict, count in counts(own).items() if count)
    return f"statements of the documents: {len(own)}, of which {said or 'none'}"
