"""The check of a record against the current code: ``feature-learning record --check``."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa

from feature_learning.core import parquet
from feature_learning.core.device import device
from feature_learning.core.errors import UserError
from feature_learning.core.setting import Setting, flat
from feature_learning.pipeline.declare.catalogue import Catalogue
from feature_learning.pipeline.report.rounding import ROUNDING, column_gap
from feature_learning.pipeline.run import experiment
from feature_learning.pipeline.run.dependencies import Dependencies

MUST_RUN = "must run again"


def recheck(
    experiments: Mapping[str, Any], catalogue: Catalogue, sample: int, folder: Path
) -> None:
    """Run a sample of the jobs of each experiment whose code has changed, and compare their rows
    with those kept.

    Parameters
    ----------
    experiments
        What ``record.json`` says of each.
    catalogue
        Today's declarations, at the record's scale.
    sample
        How many pairs of setting and seed of each changed experiment are run again; the seeds from
        0 on of the first settings.
    folder
        Of the record.

    Raises
    ------
    UserError
        An experiment has other settings or other numbers, or has been removed.
    """
    wrong = []
    for name, own in experiments.items():
        said = state(name, own, catalogue, sample, folder)
        print(f"{name}: {said}")
        wrong += [name] if said.startswith(MUST_RUN) else []
    if wrong:
        raise UserError(
            f"{len(wrong)} of {len(experiments)} experiments {MUST_RUN}: {', '.join(wrong)}"
        )


def state(
    name: str, own: Mapping[str, Any], catalogue: Catalogue, sample: int, folder: Path
) -> str:
    """Return whether an experiment still holds, in words that begin with `MUST_RUN` if it does not.

    Parameters
    ----------
    name
        The experiment, as ``paper/experiment``.
    own
        What ``record.json`` says of it.
    catalogue
        Today's declarations, at the record's scale.
    sample
        How many of its jobs are run again if its code has changed.
    folder
        Of the record.
    """
    paper, _, short = name.partition("/")
    if paper not in catalogue.papers or short not in catalogue.papers[paper].experiments:
        return f"{MUST_RUN}: it is not declared any more"
    if not own["seeds"]:
        return "theory only"
    settings = [setting.to_json() for setting in catalogue.settings(paper, short)]
    if settings != own["settings"] or own["seeds"] < catalogue.experiment(paper, short).seeds:
        # A record may have more seeds than are declared: `decide` has added them.
        return f"{MUST_RUN}: its settings or seeds have changed"
    if own["code"] == Dependencies(catalogue).training(paper, short):
        return "same code"
    kept, _ = parquet.read(folder / "metrics" / paper / f"{short}.parquet")
    pairs = [
        (Setting.from_json(text), seed) for text in own["settings"] for seed in range(own["seeds"])
    ][:sample]
    worst = max(_difference(kept, setting, seed) for setting, seed in pairs)
    tried = f"{len(pairs)} of {len(own['settings']) * own['seeds']} jobs run again"
    if worst > ROUNDING:
        return f"{MUST_RUN}: {tried}, which differ by {worst:.2g}"
    return f"holds: {tried}, {'same numbers' if worst == 0 else f'the same within {worst:.1g}'}"


def _difference(kept: pa.Table, setting: Setting, seed: int) -> float:
    """Return the largest gap between the columns of a pair's rows and of those kept."""
    swept = flat(setting.swept).items()
    rows = json.loads(
        json.dumps(list(experiment.simulate(setting, seed, device("cpu"))), default=_plain)
    )
    of_pair = [
        row
        for row in kept.to_pylist()
        if row["seed"] == seed and all(row[name] == value for name, value in swept)
    ]
    if len(rows) != len(of_pair) or any(
        not row.keys() <= old.keys() for row, old in zip(rows, of_pair, strict=False)
    ):
        return float("inf")
    names = rows[0] if rows else ()
    return max(
        (column_gap([row[name] for row in rows], [old[name] for old in of_pair]) for name in names),
        default=0.0,
    )


def _plain(value: Any) -> Any:
    return value.tolist()
