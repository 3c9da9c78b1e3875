"""Stage ``aggregate``: all runs of an experiment in one table, nothing averaged, nothing missing."""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path

import pyarrow as pa

from feature_learning.core import parquet
from feature_learning.core.errors import UserError
from feature_learning.core.setting import Setting
from feature_learning.pipeline.timing import recorded


def run(args: argparse.Namespace) -> None:
    """Check every run file by name and write the table."""
    with recorded(args.benchmark, "aggregate"):
        settings = [Setting.from_json(json.dumps(raw)) for raw in json.loads(args.settings)]
        first = settings[0]
        table = collect(args.runs, settings, args.seeds)
        parquet.write(table, args.out, {"paper": first.paper, "experiment": first.experiment})


def run_file(runs: Path, setting: Setting, seed: int) -> Path:
    """Return where the run of a (setting, seed) lies."""
    return runs / setting.label / f"seed-{seed}.parquet"


def collect(runs: Path, settings: list[Setting], seeds: int) -> pa.Table:
    """Return every row of every run, with the setting's values and the seed as columns.

    Raises
    ------
    UserError
        A run is missing, unreadable, of another setting or seed, or differs from the first in its columns or rows. An
        unreadable or foreign file is set aside as ``<name>.refused``, so that its job runs again.
    """
    tables: list[pa.Table] = []
    schema: tuple[Path, pa.Schema] | None = None
    for setting in settings:
        rows: tuple[Path, int] | None = None
        for seed in range(seeds):
            path = run_file(runs, setting, seed)
            table = _checked(path, setting, seed)
            bare = table.schema.remove_metadata()
            schema = schema or (path, bare)
            rows = rows or (path, len(table))
            if bare != schema[1]:
                _refuse(path, f"differs in its columns from {schema[0]}: {_difference(bare, schema[1])}")
            if len(table) != rows[1]:
                _refuse(path, f"has {len(table)} rows, {rows[0]} has {rows[1]}")
            tables.append(_with_setting(table, setting, seed))
    return pa.concat_tables(tables).combine_chunks()


def _checked(path: Path, setting: Setting, seed: int) -> pa.Table:
    if not path.exists():
        raise UserError(f"{path} is missing: its job has not run or has failed")
    try:
        table, provenance = parquet.read(path)
    except UserError as error:
        _refuse(path, str(error).removeprefix(f"{path} "))
    if provenance.get("seed") != seed:
        _refuse(path, f"holds seed {provenance.get('seed')}, so that seed would be counted twice")
    if provenance.get("setting") != setting.to_json():
        _refuse(path, "holds a run of another setting")
    return table


def _refuse(path: Path, reason: str) -> None:
    aside = path.with_name(path.name + ".refused")
    os.replace(path, aside)
    raise UserError(f"{path} {reason}. It is set aside as {aside.name}; run again and its job runs again")


def _difference(found: pa.Schema, expected: pa.Schema) -> str:
    names = sorted(set(found.names) ^ set(expected.names))
    names += [name for name in found.names if name in expected.names and found.field(name) != expected.field(name)]
    return ", ".join(names) or "their order"


def _with_setting(table: pa.Table, setting: Setting, seed: int) -> pa.Table:
    columns = {**setting.values, "seed": seed}
    clash = sorted(set(columns) & set(table.column_names))
    if clash:
        raise UserError(f"{setting.paper}/{setting.experiment} yields columns that its setting has too: {', '.join(clash)}")
    for position, (name, value) in enumerate(columns.items()):
        table = table.add_column(position, name, pa.array([value] * len(table)))
    return table.replace_schema_metadata(None)
