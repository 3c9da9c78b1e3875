"""The last lines of a run in the terminal: the figures that it drew and its verdicts."""

from pathlib import Path

from feature_learning.core import parquet
from feature_learning.statistics.tallies import tally


def closing(results: Path, figures: Path, since: float) -> list[str]:
    """Return the closing lines.

    Parameters
    ----------
    results, figures
        The folders of the run.
    since
        When the run started, in seconds since the epoch.

    Returns
    -------
    list of str
        The gallery's summary if this run made the gallery; else what it drew and judged, by paper.
    """

    def new(path: Path) -> bool:
        return path.exists() and path.stat().st_mtime >= since

    summary, index = figures / "summary.txt", figures / "index.html"
    if new(summary):
        return summary.read_text().splitlines()
    drawn = [
        f"{path.with_suffix('')} (.pdf .png .svg .csv)"
        for path in sorted(figures.glob("*/*.pdf"))
        if new(path)
    ]
    judged = [table for table in sorted((results / "claims").glob("*.parquet")) if new(table)]
    verdicts = [
        f"{table.stem}: {line}"
        for table in judged
        for line in tally(parquet.read(table)[0].to_pylist())
    ]
    stale = (
        [f"{index} is from an earlier run; snakemake figures/all updates it"]
        if index.exists() and drawn + verdicts
        else []
    )
    return [*(f"drawn: {figure}" for figure in drawn), *verdicts, *stale]
