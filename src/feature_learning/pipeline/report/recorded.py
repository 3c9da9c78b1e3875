"""The record's verdicts on claims that a run leaves open."""

from pathlib import Path

from feature_learning.core import parquet
from feature_learning.statistics.verdicts import INCONCLUSIVE, NEEDS_LARGER

UNDECIDED = (INCONCLUSIVE, NEEDS_LARGER)


def recorded_verdicts(paper: str, figures: Path) -> dict[str, str]:
    """Return the verdicts on a paper's claims in the record of the published sizes, by claim; empty
    without this record.

    Parameters
    ----------
    paper, figures
        The paper, and the folder of a run's figures, two below the project's.
    """
    path = figures.parent.parent / f"record/paper/claims/{paper}.parquet"
    rows = parquet.read(path, ["claim", "verdict"])[0].to_pylist() if path.exists() else []
    return {row["claim"]: row["verdict"] for row in rows if row["verdict"] not in UNDECIDED}
