"""Tallies of verdicts, for reports."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from feature_learning.statistics.verdicts import VERDICTS

# The bases of the headline; the other one, a range from an earlier run of this project, guards the
# code only.
HEADLINE = ("document", "theory")


def slug(verdict: str) -> str:
    """Return a verdict as a word for addresses and styles.

    >>> slug("reproduced (tested part)")
    'reproduced-tested-part'
    """
    return re.sub(r"\W+", "-", verdict).strip("-")


def counts(rows: Iterable[Mapping[str, Any]], verdicts: Sequence[str] = VERDICTS) -> dict[str, int]:
    """Return how many rows have each verdict, in the order of the verdicts.

    Parameters
    ----------
    rows
        With ``verdict``.
    verdicts
        Those that there are; by default those of claims.
    """
    found = Counter(row["verdict"] for row in rows)
    return {verdict: found[verdict] for verdict in verdicts}


def tally(claims: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return a line on the claims that rest on a document or a theory and, where there are any, one
    on the others.

    >>> guard = {"basis": "regression", "verdict": "reproduced"}
    >>> tally([{"basis": "document", "verdict": "mixed"}, guard])
    ['claims: 1 mixed', 'regression ranges, which guard the code only: 1 reproduced']
    """
    rows = list(claims)
    headline, guards = (
        ", ".join(f"{count} {verdict}" for verdict, count in counts(chosen).items() if count)
        for chosen in (
            [row for row in rows if (row["basis"] in HEADLINE) is counted]
            for counted in (True, False)
        )
    )
    lines = [f"claims: {headline or 'none'}"]
    return [*lines, f"regression ranges, which guard the code only: {guards}"] if guards else lines
