"""Stage ``train``: run one (setting, seed) of an experiment and write its rows."""

from __future__ import annotations

import argparse
import sys
import time
import zipfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from feature_learning.core.device import device
from feature_learning.core.errors import UserError
from feature_learning.core.parquet import write_rows
from feature_learning.core.setting import Setting
from feature_learning.pipeline.run import experiment
from feature_learning.pipeline.run.sample import DATA_PREFIX
from feature_learning.pipeline.run.timing import recorded

# After this many seconds between two lines of the log, a job reports how far it is.
_SILENT_S = 5.0


def run(args: argparse.Namespace) -> None:
    """Train on the instance and write one tidy row per grid point."""
    with recorded(args.benchmark, "train") as watch:
        setting = Setting.from_json(args.setting)
        instance = load(args.instance)
        place = device(args.device)
        with watch.science():
            if not any(name.startswith(DATA_PREFIX) for name in instance):
                instance = {**instance, **experiment.data(setting, args.seed, instance)}
            instance = {name.removeprefix(DATA_PREFIX): array for name, array in instance.items()}
            rows = list(told(experiment.train(setting, args.seed, instance, place), setting))
        write_rows(rows, args.out, provenance(setting, args.seed, args.code))


def told(rows: Iterable[dict[str, Any]], setting: Setting, clock: Callable[[], float] = time.monotonic) -> Iterator[dict[str, Any]]:
    """Pass rows on; in a long job, report in its log which row it has reached.

    Parameters
    ----------
    rows
        What an experiment's ``train`` yields.
    setting
        Its setting; the names of its grid are the columns that distinguish rows.
    clock
        Returns the time in seconds.

    Yields
    ------
    dict
        The rows, unchanged.
    """
    start = last = clock()
    for number, row in enumerate(rows, 1):
        now = clock()
        if now - last >= _SILENT_S:
            last = now
            point = ", ".join(f"{name}={row[name]}" for name in setting.grid if np.isscalar(row.get(name)))
            print(f"row {number} after {now - start:.0f} s{': ' + point if point else ''}", flush=True)
        yield row


def load(path: Path) -> dict[str, np.ndarray]:
    """Read an instance.

    Raises
    ------
    UserError
        The file is missing, truncated or not an instance; the message says how to make it again.
    """
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
            return dict(stored)
    # TypeError: a single array, which cannot be used in `with`
    except (OSError, ValueError, EOFError, KeyError, TypeError, zipfile.BadZipFile) as error:
        path.unlink(missing_ok=True)
        raise UserError(f"{path} is truncated or not an instance ({error}); it has been removed, run again to make it anew") from None


def provenance(setting: Setting, seed: int, code: str) -> dict[str, object]:
    """Return the provenance of a (setting, seed). It is the same for every run, so equal runs have equal bytes."""
    used = [sys.modules[name] for name in ("numpy", "pyarrow", "torch") if name in sys.modules]
    return {
        "setting": setting.to_json(),
        "seed": seed,
        "code": code,
        "packages": {module.__name__: module.__version__ for module in used},
        "dtype": setting.values.get("dtype", "float64"),
    }
