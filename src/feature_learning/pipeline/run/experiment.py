"""An experiment in memory, without files: what ``sample`` and ``train`` do between reading and
writing.
"""

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.experiment import Draws, Rows
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.pipeline.declare.classes import class_of


def streams(setting: Setting, seed: int) -> Streams:
    """Return the random streams of one seed of a setting's experiment."""
    return Streams(setting.paper, setting.experiment, seed, setting.master_seed)


def draw(setting: Setting, seed: int) -> Draws:
    """Return what one seed of a setting draws before training: teacher, initial weights, data;
    nothing for some experiments.
    """
    generated = class_of(setting)(setting).generate(streams(setting, seed))
    return {name: np.asarray(array) for name, array in generated.items()}


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
    yield from class_of(setting)(setting).simulate(draws, streams(setting, seed), place)


def simulate(setting: Setting, seed: int, place: Device) -> Rows:
    """Draw and train, all in this process. Parameters and rows are those of `train`."""
    yield from train(setting, seed, draw(setting, seed), place)
