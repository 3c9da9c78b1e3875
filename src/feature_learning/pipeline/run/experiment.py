"""An experiment in memory, without files: what ``sample`` and ``train`` do between reading and
writing.
"""

import importlib
import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.experiment import Draws, Rows
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.pipeline.declare.functions import experiment_function


def module_of(setting: Setting) -> Any:
    """Import the module of a setting's experiment."""
    function = experiment_function(setting.experiment, setting.run)
    return importlib.import_module(f"feature_learning.papers.{setting.paper}.{function.module}")


def _function(setting: Setting) -> Callable[..., Rows]:
    found: Callable[..., Rows] = getattr(
        module_of(setting), experiment_function(setting.experiment, setting.run).name
    )
    return found


def streams(setting: Setting, seed: int) -> Streams:
    """Return the random streams of one seed of a setting's experiment."""
    return Streams(setting.paper, setting.experiment, seed, setting.master_seed)


def draw(setting: Setting, seed: int) -> Draws:
    """Return what one seed of a setting draws before training: teacher, initial weights, data;
    nothing for some experiments.

    A module of several experiments that draw differently has a ``draw_<function>`` for those that
    its ``draw`` does not serve.
    """
    function, module = _function(setting), module_of(setting)
    if isinstance(function, type):
        generated = function(setting).generate(streams(setting, seed))
        return {name: np.asarray(array) for name, array in generated.items()}
    if "draws" not in inspect.signature(function).parameters:
        return {}
    own = getattr(module, f"draw_{function.__name__}", None) or module.draw
    return {name: np.asarray(array) for name, array in own(setting, streams(setting, seed)).items()}


def train(setting: Setting, seed: int, draws: Draws, place: Device) -> Rows:
    """Yield one row per grid point of a setting.

    Parameters
    ----------
    setting
        What to run.
    seed
        The repetition.
    draws
        What `draw` returned.
    place
        Where large products run.
    """
    function = _function(setting)
    if isinstance(function, type):
        yield from function(setting).simulate(draws, streams(setting, seed), place)
        return
    taken = (draws,) if "draws" in inspect.signature(function).parameters else ()
    yield from function(setting, *taken, streams(setting, seed), place)


def simulate(setting: Setting, seed: int, place: Device) -> Rows:
    """Draw and train, all in this process. Parameters and rows are those of `train`."""
    yield from train(setting, seed, draw(setting, seed), place)
