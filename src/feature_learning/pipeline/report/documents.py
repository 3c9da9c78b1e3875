"""One page per document: its statements in their order, each with its verdict and what it rests
on.
"""

import itertools
import math
from collections.abc import Mapping, Sequence
from typing import Any

from feature_learning.pipeline.declare.catalogue import Catalogue
from feature_learning.pipeline.report.statements import VERDICTS, counts
from feature_learning.statistics.tallies import slug
from feature_learning.statistics.verdicts import MIXED, NOT_REPRODUCED


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
    tests, instead = (_found(row[names], claims) for names in ("claims", "instead"))
    figures = dict.fromkeys((claim["paper"], claim["figure"]) for claim in [*tests, *instead])
    return {
        **row,
        "slug": slug(row["verdict"]),
        "tests": tests,
        "instead": instead,
        "figures": [
            {
                "stem": f"{paper}/{figure}",
                "at": f"../papers/{paper}.html#{figure}",
                "title": catalogue.papers[paper].figures[figure].title,
            }
            for paper, figure in figures
        ],
    }


def _found(
    names: Sequence[str], claims: Mapping[tuple[str, str], Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """Return the claims of this run among those named, each with the point that decides it."""
    parts = [name.partition("/") for name in names]
    here = [claims[paper, claim] for paper, _, claim in parts if (paper, claim) in claims]
    return [{**claim, "evidence": evidence(claim["verdict"], claim["points"])} for claim in here]


def evidence(verdict: str, points: Sequence[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    """Return the point that decides the verdict of a claim.

    Where a point is outside its region, this is the point whose interval is furthest from its
    region; otherwise the point whose interval reaches furthest out of its region or, if all are
    inside, closest to its end.

    Parameters
    ----------
    verdict
        The verdict of the claim.
    points
        Rows with ``estimate``, ``low``, ``high``, ``accepted_low`` and ``accepted_high``.
    """
    if verdict in (MIXED, NOT_REPRODUCED):
        return max(points, key=_distance, default=None)
    return min(points, key=_room, default=None)


def _room(point: Mapping[str, Any]) -> float:
    """Return how far inside its region the interval of a point lies, in units of `_size`; negative
    if the interval reaches out of the region.
    """
    low, high = point["accepted_low"], point["accepted_high"]
    if not math.isfinite(point["estimate"]):
        return -math.inf
    below = point["low"] - low if math.isfinite(low) else math.inf
    above = high - point["high"] if math.isfinite(high) else math.inf
    return min(below, above) / _size(point)


def _distance(point: Mapping[str, Any]) -> float:
    """Return how far outside its region the interval of a point lies, in units of `_size`; negative
    if the two overlap.
    """
    if not math.isfinite(point["estimate"]):
        return -math.inf
    gaps = (point["accepted_low"] - point["high"], point["low"] - point["accepted_high"])
    return max(gaps) / _size(point)


def _size(point: Mapping[str, Any]) -> float:
    """Return the width of a region or, where it has one end, the size of the estimate."""
    width = point["accepted_high"] - point["accepted_low"]
    return width if math.isfinite(width) else max(abs(point["estimate"]), 1e-300)
