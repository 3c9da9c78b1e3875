"""Which theories do not cover the values of a configuration, before any job runs."""

import importlib
from collections.abc import Sequence

from feature_learning.core.coverage import Theory, of_class, why_not
from feature_learning.core.errors import UserError
from feature_learning.core.setting import Setting
from feature_learning.pipeline.declare.functions import experiment_function


def theory_function(paper: str, experiment: str, run: str) -> Theory:
    """Return the function that predicts an experiment.

    Raises
    ------
    UserError
        The paper's ``theory.py`` has none.
    """
    own = experiment_function(experiment, run)
    if own.is_class:
        place = importlib.import_module(f"feature_learning.papers.{paper}.{own.module}")
        return of_class(getattr(place, own.name))
    module = importlib.import_module(f"feature_learning.papers.{paper}.theory")
    function: Theory | None = getattr(module, experiment, None)
    if function is None:
        raise UserError(
            f"{paper}/theory.py has no function {experiment}, although the paper declares its "
            "theory"
        )
    return function


def not_covered(settings: Sequence[Setting]) -> str:
    """Return why the theory of an experiment does not cover its settings, or nothing if it does."""
    first = settings[0]
    function = theory_function(first.paper, first.experiment, first.run)
    reasons = filter(None, (why_not(function, setting) for setting in settings))
    return "; ".join(dict.fromkeys(reasons))
