"""Stage ``sample``: generate the instance of one (setting, seed)."""

from __future__ import annotations

import argparse
import importlib
from pathlib import Path
from typing import Any

import numpy as np

from feature_learning.core.files import replacing
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.pipeline.run.timing import recorded

# Larger data are drawn again in `train`, from the same streams: writing them would cost more than drawing them.
STORED_DATA_BYTES = 32 * 2**20
DATA_PREFIX = "data/"


def experiment_module(setting: Setting) -> Any:
    """Import the module of a setting's experiment."""
    return importlib.import_module(f"feature_learning.papers.{setting.paper}.{setting.experiment}")


def run(args: argparse.Namespace) -> None:
    """Write teacher, initial weights and, where they are small, the data to an ``.npz``."""
    with recorded(args.benchmark, "sample") as watch:
        setting = Setting.from_json(args.setting)
        experiment = experiment_module(setting)
        rng = Streams(setting.paper, setting.experiment, args.seed)
        with watch.science():
            instance: dict[str, np.ndarray] = experiment.sample(setting, rng)
            if hasattr(experiment, "data"):
                data = experiment.data(setting, instance, rng)
                if sum(array.nbytes for array in data.values()) <= STORED_DATA_BYTES:
                    instance = {**instance, **{DATA_PREFIX + name: array for name, array in data.items()}}
        save(instance, args.out)


def save(instance: dict[str, np.ndarray], path: Path) -> None:
    """Write an instance whole or not at all."""
    with replacing(path) as temporary, temporary.open("wb") as file:
        np.savez(file, **instance)  # type: ignore[arg-type]
