"""Run files and tables: Parquet with the provenance in its metadata."""

import json
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from feature_learning.core.errors import UserError
from feature_learning.core.files import dumps, replacing, write_text

LAYOUT = 1
_KEY = b"feature_learning"


def write(table: pa.Table, path: Path, provenance: Mapping[str, Any]) -> None:
    """Write a table completely or not at all; equal tables and provenance give byte-identical
    results.

    Parameters
    ----------
    table
        The table.
    path
        Where to write it.
    provenance
        Stored in the metadata as JSON.
    """
    text = dumps({"layout": LAYOUT, **provenance}, sort_keys=True)
    with replacing(path) as temporary:
        pq.write_table(
            table.replace_schema_metadata({_KEY: text}),
            temporary,
            compression="zstd",
            write_page_checksum=True,
        )


def write_rows(
    rows: Iterable[Mapping[str, Any]], path: Path, provenance: Mapping[str, Any]
) -> None:
    """Write tidy rows; numpy arrays become list columns.

    Parameters
    ----------
    rows
        The rows, all with the same columns.
    path
        Where to write them.
    provenance
        Stored in the metadata as JSON.

    Raises
    ------
    UserError
        There are no rows, or two rows have different columns.
    """
    rows = [dict(row) for row in rows]
    if not rows:
        raise UserError(f"there are no rows to write to {path}")
    for number, row in enumerate(rows):
        if row.keys() != rows[0].keys():
            differing = ", ".join(sorted(row.keys() ^ rows[0].keys()))
            raise UserError(f"rows 0 and {number} have different columns: {differing}")
    write(pa.Table.from_pylist(rows), path, provenance)


def sign(results: Path) -> None:
    """Write the layout to the folder of all results, if it is not there."""
    if not (signature := results / "layout").exists():
        write_text(signature, f"{LAYOUT}\n")


def set_aside(path: Path) -> str:
    """Rename a damaged or foreign file, so its job runs again, and return the message for the
    user.
    """
    aside = path.with_name(path.name + ".refused")
    with suppress(FileNotFoundError):  # another job that reads the file was faster
        os.replace(path, aside)
    return f"it was set aside as {aside.name}; run again to make it anew"


def read(path: Path, columns: list[str] | None = None) -> tuple[pa.Table, dict[str, Any]]:
    """Read a table and its provenance.

    Parameters
    ----------
    path
        The file.
    columns
        Which columns to read; by default all.

    Raises
    ------
    UserError
        The file is missing, truncated, damaged (each page carries a checksum), not Parquet, not
        written by this pipeline, or of another layout.
    """
    try:
        table = pq.read_table(
            path, columns=columns, partitioning=None, page_checksum_verification=True
        )
    except FileNotFoundError:
        raise UserError(f"{path} is missing") from None
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        raise UserError(
            f"{path} is truncated, damaged or not a Parquet file "
            f"({(str(error) or repr(error)).splitlines()[0]})"
        ) from None
    return table, _provenance(table.schema, path)


def provenance(path: Path) -> dict[str, Any]:
    """Return the provenance of a table alone.

    Raises
    ------
    UserError
        As `read` does, but for pages that are damaged.
    """
    try:
        schema = pq.read_schema(path)
    except (pa.ArrowException, OSError) as error:
        raise UserError(f"{path} is missing, damaged or not a Parquet file ({error})") from None
    return _provenance(schema, path)


def _provenance(schema: pa.Schema, path: Path) -> dict[str, Any]:
    text = (schema.metadata or {}).get(_KEY)
    if text is None:
        raise UserError(f"{path} was not written by this pipeline (no provenance in its metadata)")
    try:
        found: dict[str, Any] = json.loads(text)
    except ValueError:
        raise UserError(f"{path} is damaged (its provenance cannot be read)") from None
    if found.get("layout") != LAYOUT:
        raise UserError(
            f"{path} has layout {found.get('layout')}, but this version reads layout {LAYOUT}"
        )
    return found
