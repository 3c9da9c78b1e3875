"""One page per document: its statements in their order, each with its verdict and what it rests
on.
"""

import itertools
import math
from collections.abc import Mapping, Sequence
from typing import Any

from feature_learning.pipeline.declare.catalogue import Catalogue
from feature_learning.pipeline.report.statements import VERDICTS, counts


def document_pages(
    catalogue: Catalogue,
    rows: Sequence[Mapping[str, Any]],
    claims: Mapping[tuple[str, str], Mapping[str, Any]],
) -> dict[str, dict[str, Any]]:
    """Return what the page of each document shows, by the document's key.

    Parameters
    ----------
    catalogue
        What was run.
    rows
        The statements, from `statement_rows`.
    claims
        The claims as the gallery shows them, by paper and claim.
    """
    pages = {}
    for key, own in itertools.groupby(rows, lambda row: row["document"]):
        statements = [_statement(row, catalogue, claims) for row in own]
        pages[key] = {
            "key": key,
            "document": catalogue.ledger.documents[key],
            "run": catalogue.config.title,
            "places": [
                (place, list(group))
                for place, group in itertools.groupby(statements, lambda one: one["place"])
            ],
            "verdicts": VERDICTS,
            "counts": counts(statements),
        }
    return pages


def _statement(
    row: Mapping[str, Any],
    catalogue: Catalogue,
    claims: Mapping[tuple[str, str], Mapping[str, Any]],
) -> dict[str, Any]:
    tests = [
        claims[test]
        for test in catalogue.ledger.claims.get(f"{row['document']}/{row['statement']}", ())
        if test in claims
    ]
    figures = dict.fromkeys((claim["paper"], claim["figure"]) for claim in tests)
    return {
        **row,
        "slug": row["verdict"].replace(" ", "-"),
        "tests": [{**claim, "evidence": evidence(claim["points"])} for claim in tests],
        "figures": [
            {
                "stem": f"{paper}/{figure}",
                "at": f"../papers/{paper}.html#{figure}",
                "title": catalogue.papers[paper].figures[figure].title,
            }
            for paper, figure in figures
        ],
    }


def evidence(points: Sequence[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    """Return the point of a claim that decides its verdict: the one that lies furthest outside its
    region or, if none does, closest to leaving it.

    Parameters
    ----------
    points
        Rows with ``estimate``, ``accepted_low`` and ``accepted_high``.
    """
    return min(points, key=_room, default=None)


def _room(point: Mapping[str, Any]) -> float:
    """Return how far inside its region a point lies, in units of the region's width, or of its own
    size where the region has one end; negative outside.
    """
    at, low, high = point["estimate"], point["accepted_low"], point["accepted_high"]
    if not math.isfinite(at):
        return -math.inf
    size = high - low if math.isfinite(high - low) else max(abs(at), 1e-300)
    return min(at - low, high - at) / size
