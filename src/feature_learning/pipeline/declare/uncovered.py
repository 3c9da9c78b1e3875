"""The classes of experiments, imported, and which theories do not cover the values of a
configuration, before any job runs.
"""

import importlib
from collections.abc import Sequence

from feature_learning.core.coverage import why_not
from feature_learning.core.experiment import Experiment
from feature_learning.core.setting import Setting
from feature_learning.pipeline.declare.functions import experiment_class


def class_of(setting: Setting) -> type[Experiment]:
    """Import the class of a setting's experiment."""
    own = experiment_class(setting.experiment, setting.run)
    module = importlib.import_module(f"feature_learning.papers.{setting.paper}.{own.module}")
    found: type[Experiment] = getattr(module, own.name)
    return found


def not_covered(settings: Sequence[Setting]) -> str:
    """Return why the theory of an experiment does not cover its settings, or nothing if it does."""
    experiment = class_of(settings[0])
    reasons = filter(None, (why_not(experiment, setting) for setting in settings))
    return "; ".join(dict.fromkeys(reasons))
