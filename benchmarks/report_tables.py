"""Tables of a run's records and of the kernels' benchmarks, for the report and as Parquet."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from feature_learning.pipeline.forecast.costs import Job


def experiments(jobs: Iterable[tuple[Job, Mapping[str, Any]]]) -> pd.DataFrame:
    """Return one row per experiment: pairs, CPU seconds of science and around it, and the most
    memory that a process grew by.

    Parameters
    ----------
    jobs
        The jobs of a run and their records.
    """
    rows = [
        {
            "paper": job.paper,
            "experiment": job.name,
            "pairs": int(job.stage == "train"),
            "science_cpu_s": record["science_cpu_s"],
            "overhead_cpu_s": record["cpu_s"] - record["science_cpu_s"],
            "grown_mb": record["grown_mb"],
        }
        for job, record in jobs
        if job.stage in ("sample", "train")
    ]
    grouped = pd.DataFrame(rows).groupby(["paper", "experiment"])
    table = grouped.sum().assign(grown_mb=grouped["grown_mb"].max())
    return table.reset_index()


def kernels(path: Path) -> pd.DataFrame:
    """Return one row per benchmark of ``pytest --benchmark-json``: its fastest time in seconds, and
    its extra numbers.
    """
    rows = []
    for one in json.loads(path.read_text(encoding="utf-8"))["benchmarks"]:
        noted = one["extra_info"] or {"": float("nan")}
        for what, value in noted.items():
            rows.append(
                {
                    "benchmark": one["name"],
                    "fastest_s": one["stats"]["min"],
                    "measure": what,
                    "value": float(value),
                }
            )
    return pd.DataFrame(rows)


def markdown(table: pd.DataFrame) -> str:
    """Return the table in Markdown, numbers to three digits."""
    cells = (
        table.astype(object)
        .map(lambda value: f"{value:.3g}" if isinstance(value, float) else str(value))
        .to_numpy()
        .tolist()
    )
    lines = [list(table.columns), ["---"] * len(table.columns), *cells]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
