"""Run an experiment in memory, without files: what ``sample`` and ``train`` do between reading and writing."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams

Arrays = Mapping[str, np.ndarray]


def module_of(setting: Setting) -> Any:
    """Import the module of a setting's experiment."""
    return importlib.import_module(f"feature_learning.papers.{setting.paper}.{setting.experiment}")


def streams(setting: Setting, seed: int) -> Streams:
    """Return the random streams of one seed of a setting's experiment."""
    return Streams(setting.paper, setting.experiment, seed, setting.master_seed)


def sample(setting: Setting, seed: int) -> Arrays:
    """Return the instance of one (setting, seed), such as teacher and initial weights."""
    arrays: Arrays = module_of(setting).sample(setting, streams(setting, seed))
    return arrays


def data(setting: Setting, seed: int, instance: Arrays) -> Arrays:
    """Return the data of an instance; empty if the experiment draws its data while it trains."""
    module = module_of(setting)
    return module.data(setting, instance, streams(setting, seed)) if hasattr(module, "data") else {}


def train(setting: Setting, seed: int, instance: Arrays, place: Device) -> Iterator[dict[str, Any]]:
    """Yield one row per grid point of a setting.

    Parameters
    ----------
    setting
        What to run.
    seed
        The repetition.
    instance
        What `sample` and `data` returned, in one mapping.
    place
        Where large products run.
    """
    yield from module_of(setting).train(setting, instance, streams(setting, seed), place)


def simulate(setting: Setting, seed: int, place: Device) -> Iterator[dict[str, Any]]:
    """Sample, draw the data and train, all in this process. Parameters and rows are those of `train`."""
    instance = sample(setting, seed)
    yield from train(setting, seed, {**instance, **data(setting, seed, instance)}, place)
