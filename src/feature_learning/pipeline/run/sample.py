"""Stage ``sample``: generate the instance of one (setting, seed)."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from feature_learning.core.files import replacing
from feature_learning.core.setting import Setting
from feature_learning.pipeline.run import experiment
from feature_learning.pipeline.run.timing import recorded

# Larger data are drawn again in `train` from the same streams, which is cheaper than writing them.
STORED_DATA_BYTES = 32 * 2**20
DATA_PREFIX = "data/"
BUNDLED = "made in a bundle"


def run(args: argparse.Namespace) -> None:
    """Write teacher, initial weights and, if they are small, the data to an ``.npz`` file.

    If the pair was made in a bundle, the file only says so.
    """
    if args.bundle is not None:
        save({BUNDLED: np.array(True)}, args.out)
        return
    with recorded(args.benchmark, "sample") as watch:
        setting = Setting.from_json(args.setting)
        with watch.science():
            instance = dict(experiment.sample(setting, args.seed))
            drawn = experiment.data(setting, args.seed, instance)
            if sum(array.nbytes for array in drawn.values()) <= STORED_DATA_BYTES:
                instance.update({DATA_PREFIX + name: array for name, array in drawn.items()})
        save(instance, args.out)


def save(instance: dict[str, np.ndarray], path: Path) -> None:
    """Write an instance completely or not at all."""
    with replacing(path) as temporary, temporary.open("wb") as file:
        np.savez(file, **instance)  # type: ignore[arg-type]
