"""Stage ``train``: run one (setting, seed) of an experiment and write its rows."""

import os
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
from feature_learning.pipeline.run.runfiles import draws_file, is_run_of, provenance, run_file
from feature_learning.pipeline.run.task import Task

# After this many seconds between two lines of the log, a job reports how far it is.
_SILENT_S = 5.0


def run(task: Task) -> None:
    """Train and write one tidy row per grid point, or take the run from a record that has been
    restored.

    Raises
    ------
    UserError
        The draws cannot be read.
    """
    setting, seed, code = task.setting, task["seed"], task["code"]
    restored = run_file(Path(task["restored"]), setting, seed)
    if is_run_of(restored, setting, seed, code):
        task.out.parent.mkdir(parents=True, exist_ok=True)
        os.replace(restored, task.out)
        return
    with task.recorded() as watch:
        drawn = draws_file(Path(task["draws"]), seed)
        draws = load(drawn) if drawn.exists() else None
        place = device(task.device)
        with watch.science():
            made = experiment.draw(setting, seed) if draws is None else draws
            rows = list(log_progress(experiment.train(setting, seed, made, place), setting))
        write_rows(rows, task.out, provenance(setting, seed, code))
    drawn.unlink(missing_ok=True)


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
            f"{path} is truncated or not a file of draws ({error}). It was removed; start the same "
            "command again"
        ) from None
