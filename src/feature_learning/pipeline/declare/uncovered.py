"""Which theories do not cover the values of a configuration, before any job runs."""

from collections.abc import Sequence

from feature_learning.core.coverage import why_not
from feature_learning.core.setting import Setting
from feature_learning.pipeline.declare.classes import class_of


def not_covered(settings: Sequence[Setting]) -> str:
    """Return why the theory of an experiment does not cover its settings, or nothing if it does."""
    experiment = class_of(settings[0])
    reasons = filter(None, (why_not(experiment, setting) for setting in settings))
    return "; ".join(dict.fromkeys(reasons))
