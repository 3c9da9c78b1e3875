"""Run files and tables: Parquet with the provenance in its metadata, refused by name where it does not fit."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from feature_learning.core.errors import UserError
from feature_learning.core.files import replacing

LAYOUT = 1
_KEY = b"feature_learning"


def write(table: pa.Table, path: Path, provenance: Mapping[str, Any]) -> None:
    """Write a table whole or not at all; equal tables and provenance give equal bytes."""
    text = json.dumps({"layout": LAYOUT, **provenance}, sort_keys=True)
    with replacing(path) as temporary:
        pq.write_table(table.replace_schema_metadata({_KEY: text}), temporary, compression="zstd", write_page_checksum=True)


def write_rows(rows: Iterable[Mapping[str, Any]], path: Path, provenance: Mapping[str, Any]) -> None:
    """Write tidy rows; numpy arrays become list columns.

    Raises
    ------
    UserError
        There is no row, or two rows differ in their columns.
    """
    rows = [dict(row) for row in rows]
    if not rows:
        raise UserError(f"no row to write to {path}")
    for number, row in enumerate(rows):
        if row.keys() != rows[0].keys():
            differing = ", ".join(sorted(row.keys() ^ rows[0].keys()))
            raise UserError(f"row {number} differs from row 0 in its columns: {differing}")
    write(pa.Table.from_pylist(rows), path, provenance)


def set_aside(path: Path) -> str:
    """Rename a damaged or foreign file, so that the job that makes it runs again, and say so."""
    aside = path.with_name(path.name + ".refused")
    with suppress(FileNotFoundError):  # another job that reads it was faster
        os.replace(path, aside)
    return f"it is set aside as {aside.name}; run again to make it anew"


def read(path: Path, columns: list[str] | None = None) -> tuple[pa.Table, dict[str, Any]]:
    """Read a table and its provenance.

    Raises
    ------
    UserError
        The file is missing, truncated, damaged (each page carries a checksum), not Parquet, not ours, or of another layout.
    """
    try:
        table = pq.read_table(path, columns=columns, partitioning=None, page_checksum_verification=True)
    except FileNotFoundError:
        raise UserError(f"{path} is missing") from None
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path} is truncated, damaged or no Parquet file ({(str(error) or repr(error)).splitlines()[0]})") from None
    text = (table.schema.metadata or {}).get(_KEY)
    if text is None:
        raise UserError(f"{path} was not written by this pipeline (no provenance in its metadata)")
    try:
        provenance = json.loads(text)
    except ValueError:
        raise UserError(f"{path} is damaged (its provenance cannot be read)") from None
    if provenance.get("layout") != LAYOUT:
        raise UserError(f"{path} has layout {provenance.get('layout')}, this version reads layout {LAYOUT}")
    return table, provenance
