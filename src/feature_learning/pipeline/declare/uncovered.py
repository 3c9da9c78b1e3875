"""Which theories do not cover the values of a configuration, before any job runs."""

import importlib
from collections.abc import Sequence

from feature_learning.core.coverage import Theory, why_not
from feature_learning.core.errors import UserError
from feature_learning.core.setting import Setting


def theory_function(paper: str, experiment: str) -> Theory:
    """Return the function that predicts an experiment.

    Raises
    ------
    UserError
        The paper's ``theory.py`` has none.
    """
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
    function = theory_function(settings[0].paper, settings[0].experiment)
    reasons = filter(None, (why_not(function, setting) for setting in settings))
    return "; ".join(dict.fromkeys(reasons))
