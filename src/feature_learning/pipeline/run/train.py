"""Stage ``train``: run one (setting, seed) of an experiment and write its rows."""

import argparse
import os
import time
import zipfile
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from feature_learning.core import parquet
from feature_learning.core.device import device
from feature_learning.core.errors import UserError
from feature_learning.core.parquet import write_rows
from feature_learning.core.setting import Setting
from feature_learning.pipeline.run import experiment
from feature_learning.pipeline.run.aggregate import run_file
from feature_learning.pipeline.run.sample import BUNDLED, LARGE
from feature_learning.pipeline.run.timing import recorded

_PACKAGES = ("numba", "numpy", "pyarrow", "scipy", "torch")
# After this many seconds between two lines of the log, a job reports how far it is.
_SILENT_S = 5.0


def run(args: argparse.Namespace) -> None:
    """Train and write one tidy row per grid point, or take a run that a bundle has made.

    Raises
    ------
    UserError
        The draws cannot be read, or the bundle has not made this run.
    """
    setting = Setting.from_json(args.setting)
    finished = run_file(args.store, setting, args.seed)
    if is_run_of(finished, setting, args.seed, args.code):
        args.out.parent.mkdir(parents=True, exist_ok=True)
        os.replace(finished, args.out)
        return
    with recorded(args.benchmark, "train") as watch:
        draws = load(args.draws) if args.draws else {}
        if BUNDLED in draws:
            raise UserError(
                "this run was there when its bundle was made, so the bundle left it out; run again "
                "to make it anew"
            )
        place = device(args.device)
        with watch.science():
            made = experiment.draw(setting, args.seed) if LARGE in draws else draws
            rows = list(log_progress(experiment.train(setting, args.seed, made, place), setting))
        write_rows(rows, args.out, provenance(setting, args.seed, args.code))


def log_progress(
    rows: Iterable[dict[str, Any]], setting: Setting, clock: Callable[[], float] = time.monotonic
) -> Iterator[dict[str, Any]]:
    """Pass rows on; in a long job, report in its log which row it has reached.

    Parameters
    ----------
    rows
        What an experiment yields.
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
            names = next(setting.points())
            point = ", ".join(f"{name}={row[name]}" for name in names if np.isscalar(row.get(name)))
            print(
                f"row {number} after {now - start:.0f} s{': ' + point if point else ''}", flush=True
            )
        yield row


def load(path: Path) -> dict[str, np.ndarray]:
    """Read what ``sample`` has written.

    Raises
    ------
    UserError
        The file is missing, truncated or something else; the message says how to make it again.
    """
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
            return dict(stored)
    # TypeError: a single array, which cannot be used in `with`
    except (OSError, ValueError, EOFError, KeyError, TypeError, zipfile.BadZipFile) as error:
        path.unlink(missing_ok=True)
        raise UserError(
            f"{path} is truncated or no file of draws ({error}); it has been removed, run again to "
            "make it anew"
        ) from None


def is_run_of(path: Path, setting: Setting, seed: int, code: str) -> bool:
    """Return whether a file is the run of a (setting, seed) by this code.

    Parameters
    ----------
    path
        The file, which may be missing or damaged.
    setting, seed
        The pair.
    code
        The fingerprint of the training code.
    """
    if not path.exists():
        return False
    try:
        found = parquet.read(path, columns=[])[1]
    except UserError:
        return False
    return (found.get("setting"), found.get("seed"), found.get("code")) == (
        setting.to_json(),
        seed,
        code,
    )


def provenance(setting: Setting, seed: int, code: str) -> dict[str, object]:
    """Return the provenance of a (setting, seed). It is the same for every run, so equal runs have
    equal bytes.
    """
    return {
        "setting": setting.to_json(),
        "seed": seed,
        "code": code,
        "packages": {name: version(name) for name in _PACKAGES},
        "dtype": setting.values.get("dtype", "float64"),
    }
