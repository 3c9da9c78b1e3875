"""Write files that are always either complete or absent; texts are UTF-8, and JSON is strict."""

import io
import json
import math
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

_INFINITE = {"Infinity": math.inf, "-Infinity": -math.inf}


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield a temporary path next to `path`; rename it to `path` if the block succeeds, else remove
    it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        yield temporary
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def write_text(path: Path, text: str) -> None:
    """Write a text completely or not at all.

    Parameters
    ----------
    path, text
        The file, whose folder is made if it is not there, and what it will hold.
    """
    with replacing(path) as temporary:
        temporary.write_text(text, encoding="utf-8")


def read_text(path: Path) -> str:
    """Return a text, whatever encoding the system prefers."""
    return path.read_text(encoding="utf-8")


def print_anything() -> None:
    """Print a question mark for what the terminal's encoding lacks, which else is an error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def dumps(value: Any, **layout: Any) -> str:
    """Return JSON that every parser reads, where Python's own would write ``NaN`` and ``Infinity``.

    Parameters
    ----------
    value
        Mappings, lists, texts and numbers, also numpy's.
    layout
        As for `json.dumps`.

    Examples
    --------
    >>> dumps({"estimate": math.nan, "low": -math.inf})
    '{"estimate": null, "low": "-Infinity"}'
    """
    return json.dumps(_strict(value), allow_nan=False, **layout)


def loads(text: str) -> Any:
    """Return what `dumps` wrote, with infinities as numbers.

    >>> loads('{"estimate": null, "low": "-Infinity"}')
    {'estimate': None, 'low': -inf}
    """
    return json.loads(text, object_hook=_infinite)


def _strict(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _strict(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_strict(part) for part in value]
    if hasattr(value, "item"):  # a number of numpy
        value = value.item()
    if not isinstance(value, float) or math.isfinite(value):
        return value
    return None if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"


def _infinite(found: dict[str, Any]) -> dict[str, Any]:
    return {
        name: _INFINITE.get(value, value) if isinstance(value, str) else value
        for name, value in found.items()
    }
