"""How the cost of a training job grows with the values of its setting."""

import math
from collections.abc import Iterable, Iterator

from feature_learning.core.setting import Setting
from feature_learning.pipeline.declare.growth import evaluate


def work(formula: str, setting: Setting) -> tuple[float, float]:
    """Return a formula's sum over the points of a setting, and its largest value.

    Examples
    --------
    >>> setting = Setting("p", "e", {}, {"n": 10}, {"d": (2, 3)})
    >>> work("n * d", setting)
    (50.0, 30.0)
    """
    values = [evaluate(formula, {**setting.values, **point}) for point in setting.points()]
    return math.fsum(values), max(values)


def grown(setting: Setting, recorded: Iterable[Setting]) -> list[str]:
    """Return the numbers of a setting that are larger than in every recorded one."""
    known: dict[str, float] = {}
    for other in recorded:
        for name, number in _numbers(other):
            known[name] = max(number, known.get(name, -math.inf))
    beyond = [name for name, number in _numbers(setting) if number > known.get(name, -math.inf)]
    return list(dict.fromkeys(beyond))


def _numbers(setting: Setting) -> Iterator[tuple[str, float]]:
    for point in setting.points():
        for name, value in {**setting.values, **point}.items():
            if isinstance(value, int | float) and not isinstance(value, bool):
                yield name, float(value)
