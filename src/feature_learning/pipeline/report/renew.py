"""Renewed fingerprints of a record whose code was rewritten: ``feature-learning record --renew``.

Code that is written anew has another fingerprint even where it makes the same numbers. An
experiment keeps its record if an earlier run, by the very code that made the record, and the run of
today have the same tables at a smaller scale.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from feature_learning.core import parquet
from feature_learning.core.setting import Setting
from feature_learning.pipeline.declare.catalogue import Catalogue
from feature_learning.pipeline.report.rounding import column_gap
from feature_learning.pipeline.run.dependencies import Dependencies


def renewed(
    experiments: Mapping[str, Any], catalogue: Catalogue, earlier: Path, today: Path
) -> dict[str, Any]:
    """Return what a record says of its experiments, with the fingerprints of today where they hold.

    Parameters
    ----------
    experiments
        What ``record.json`` says of each.
    catalogue
        The papers of today at the record's scale.
    earlier, today
        The results of the run by the code of the record, and of today's run, at one scale.
    """
    found = {}
    for name, kept in experiments.items():
        fields, reasons = _fields(name, kept, catalogue, earlier, today)
        print(f"{name}: {'; '.join(reasons) or 'renewed'}")
        found[name] = {**kept, **fields}
    return found


def _fields(
    name: str, kept: Mapping[str, Any], catalogue: Catalogue, earlier: Path, today: Path
) -> tuple[dict[str, Any], list[str]]:
    """Return the renewed fields of an experiment, and why others cannot be renewed."""
    paper, _, short = name.partition("/")
    if paper not in catalogue.papers or short not in catalogue.papers[paper].experiments:
        return {}, ["is not declared any more"]
    fields: dict[str, Any] = {}
    reasons: list[str] = []
    if kept["seeds"]:
        settings = catalogue.settings(paper, short)
        recorded = [Setting.from_json(text) for text in kept["settings"]]
        runs = (earlier / "runs" / name).rglob("seed-0.parquet")
        if [*map(_content, recorded)] != [*map(_content, settings)]:
            reasons.append("its settings have changed")
        elif kept["code"] not in {parquet.read(run, columns=[])[1]["code"] for run in runs}:
            reasons.append(f"the runs in {earlier} are not by the code of the record")
        elif not _equal(earlier, today, f"metrics/{name}.parquet"):
            reasons.append("its rows differ")
        else:
            fields["code"] = Dependencies(catalogue).training(paper, short)
            fields["settings"] = [setting.to_json() for setting in settings]
    if kept["theory_code"]:
        if _equal(earlier, today, f"theory/{name}.parquet"):
            fields["theory_code"] = Dependencies(catalogue).theory(paper, short)
        else:
            reasons.append("its theory differs")
    return fields, reasons


def _content(setting: Setting) -> tuple[dict[str, Any], dict[str, Any]]:
    return dict(setting.values), dict(setting.grid)


def _equal(earlier: Path, today: Path, table: str) -> bool:
    """Return whether a table has the same columns, in any order, and the same rows in two runs."""
    if not ((earlier / table).exists() and (today / table).exists()):
        return False
    one, other = (parquet.read(folder / table)[0] for folder in (earlier, today))
    if sorted(one.column_names) != sorted(other.column_names) or len(one) != len(other):
        return False
    pairs = ((one[name].to_pylist(), other[name].to_pylist()) for name in one.column_names)
    return all(column_gap(*pair) == 0 for pair in pairs)
