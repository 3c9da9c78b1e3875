"""Experiments run in this process, for the tests of the papers."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn
from unittest import mock

import numpy as np
import pandas as pd

from feature_learning.core import coverage, parquet
from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.tables import Tables
from feature_learning.pipeline.declare.catalogue import Catalogue
from feature_learning.pipeline.declare.classes import class_of
from feature_learning.pipeline.run import experiment
from feature_learning.pipeline.run.experiment import simulate
from feature_learning.pipeline.run.theory import predict

CPU = Device("cpu", np)


def rows(setting: Setting, seed: int = 0, place: Device = CPU) -> pd.DataFrame:
    """Return what a run of one (setting, seed) yields."""
    return pd.DataFrame(list(simulate(setting, seed, place)))


def predicted(setting: Setting) -> pd.DataFrame:
    """Return the prediction for one setting, without its values as columns."""
    return coverage.predicted(class_of(setting), setting)


def begin(setting: Setting) -> None:
    """Run a setting up to its first random number, which one that is refused never draws."""

    def draw(*purpose: object) -> NoReturn:
        raise AssertionError(f"not refused: {setting} draws {purpose}")

    with mock.patch.object(experiment, "streams", return_value=draw):
        next(simulate(setting, 0, CPU))


def write_results(catalogue: Catalogue, paper: str, folder: Path, seeds: int) -> Tables:
    """Run every experiment and every theory of a paper and write their tables as the pipeline
    does.
    """
    for name, design in catalogue.papers[paper].experiments.items():
        if design.seeds:
            runs = [
                {**setting.values, "seed": seed, **row}
                for setting in catalogue.settings(paper, name)
                for seed in range(seeds)
                for row in simulate(setting, seed, CPU)
            ]
            parquet.write_rows(runs, folder / "metrics" / paper / f"{name}.parquet", {})
        if design.theory is not None:
            found = predict(catalogue.theory_settings(paper, name)).to_dict("records")
            parquet.write_rows(found, folder / "theory" / paper / f"{name}.parquet", {})
    return Tables(folder, paper)
