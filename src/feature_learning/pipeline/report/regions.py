"""What each claim accepted at first, and every change since: a paper's ledger of regions."""

import csv
import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

FILE = "regions.csv"
"""The ledger, next to the paper's other files."""
WITHDRAWN = "withdrawn"
"""What stands instead of a region where a claim ends."""
RENAMED = "renamed"
"""Why a claim ends that continues under another name."""


@dataclass(frozen=True)
class Line:
    """One line: from this date on, the claim accepts this region."""

    date: str
    commit: str
    claim: str
    region: str
    reason: str
    verdict: str = ""
    """Of a claim that was withdrawn, its last one in a record."""


def read(folder: Path) -> list[Line]:
    """Return the lines of a paper's ledger in their order; none where there is no ledger."""
    path = folder / FILE
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        return [Line(**row) for row in csv.DictReader(file)]


def since(lines: Sequence[Line], claim: str) -> str:
    """Return in words since when a claim has its region, and what it accepted before.

    Examples
    --------
    >>> first = Line("2026-01-02", "a", "fig1-x", "above 0", "new")
    >>> since([first], "fig1-x")
    'declared on 2026-01-02'
    >>> since([first, Line("2026-02-03", "b", "fig1-x", "above 0.5", "severe")], "fig1-x")
    'declared on 2026-01-02; changed on 2026-02-03 from above 0 (severe)'
    """
    own = [line for line in lines if line.claim == claim and line.region != WITHDRAWN]
    if not own:
        return ""
    changes = [
        f"; changed on {now.date} from {before.region} ({now.reason})"
        for before, now in itertools.pairwise(own)
        if before.region != now.region
    ]
    return f"declared on {own[0].date}" + "".join(changes)


def withdrawn(lines: Sequence[Line]) -> list[tuple[Line, str]]:
    """Return the claims that are no more: the line that ends each, and its last region."""
    last: dict[str, Line] = {}
    regions: dict[str, str] = {}
    for line in lines:
        last[line.claim] = line
        if line.region != WITHDRAWN:
            regions[line.claim] = line.region
    return [
        (line, regions[name])
        for name, line in last.items()
        if line.region == WITHDRAWN and line.reason != RENAMED
    ]
