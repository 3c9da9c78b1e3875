"""The last lines of a run in the terminal: the figures that it drew and its verdicts."""

import shlex
from collections.abc import Sequence
from pathlib import Path

from feature_learning.core import parquet
from feature_learning.core.files import read_text
from feature_learning.statistics.tallies import tally


def closing(results: Path, figures: Path, since: float, options: Sequence[str] = ()) -> list[str]:
    """Return the closing lines.

    Parameters
    ----------
    results, figures
        The folders of the run.
    since
        When the run started, in seconds since the epoch.
    options
        With which a command for people reads the configuration of the run.

    Returns
    -------
    list of str
        The gallery's summary if this run made the gallery; else what it drew and tested, by paper.
    """

    def new(path: Path) -> bool:
        return path.exists() and path.stat().st_mtime >= since

    summary, index = figures / "summary.txt", figures / "index.html"
    if new(summary):
        return read_text(summary).splitlines()
    drawn = [
        f"{path.with_suffix('')} (.pdf .png .svg .csv)"
        for path in sorted(figures.glob("*/*.pdf"))
        if new(path)
    ]
    pages = [f"page: {path}" for path in sorted(figures.glob("papers/*.html")) if new(path)]
    claims = results / "claims"
    tables = {
        table.relative_to(claims).with_suffix("").as_posix(): parquet.read(table)[0].to_pylist()
        for table in sorted(claims.rglob("*.parquet"))
        if new(table)
    }
    verdicts = [f"{name}: {line}" for name, rows in tables.items() for line in tally(rows)]
    verdicts += [
        line
        for name, rows in tables.items()
        if "/" in name
        for line in (
            *(f"  {row['verdict']}: {row['says']}" for row in rows),
            f"point by point: {shlex.join(['feature-learning', 'verdicts', name, *options])}",
        )
    ]
    stale = (
        [f"{index} is from an earlier run; snakemake figures/all updates it"]
        if index.exists() and drawn + verdicts
        else []
    )
    return [*(f"drawn: {figure}" for figure in drawn), *verdicts, *pages, *stale]
