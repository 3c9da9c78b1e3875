"""Stage ``sample``: generate what one (setting, seed) draws before training."""

import argparse
from pathlib import Path

import numpy as np

from feature_learning.core.experiment import Draws
from feature_learning.core.files import replacing
from feature_learning.core.setting import Setting
from feature_learning.pipeline.run import experiment
from feature_learning.pipeline.run.timing import recorded

STORED_BYTES = 32 * 2**20
"""Larger draws are made again in `train` from the same streams, which is cheaper than writing them."""
BUNDLED, LARGE = "made in a bundle", "too large to be stored"


def run(args: argparse.Namespace) -> None:
    """Write teacher, initial weights and data to an ``.npz`` file.

    If the run was made in a bundle, or if the draws are large, the file only says so.
    """
    if args.bundle is not None:
        save({BUNDLED: np.array(True)}, args.out)
        return
    with recorded(args.benchmark, "sample") as watch:
        setting = Setting.from_json(args.setting)
        with watch.science():
            draws = experiment.draw(setting, args.seed)
        stored = sum(array.nbytes for array in draws.values()) <= STORED_BYTES
        save(draws if stored else {LARGE: np.array(True)}, args.out)


def save(draws: Draws, path: Path) -> None:
    """Write draws completely or not at all."""
    with replacing(path) as temporary, temporary.open("wb") as file:
        np.savez(file, **draws)  # type: ignore[arg-type]
