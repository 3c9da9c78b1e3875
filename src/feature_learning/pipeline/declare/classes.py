"""The classes of experiments, imported."""

import importlib

from feature_learning.core.experiment import Experiment
from feature_learning.core.setting import Setting
from feature_learning.pipeline.declare.functions import experiment_class


def class_of(setting: Setting) -> type[Experiment]:
    """Import the class of a setting's experiment."""
    own = experiment_class(setting.experiment, setting.run)
    module = importlib.import_module(f"feature_learning.papers.{setting.paper}.{own.module}")
    found: type[Experiment] = getattr(module, own.name)
    return found
