"""Theories that do not cover every activation or target: the reason, before any job runs, and a
table without predictions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import wraps
from typing import Any, Protocol, cast

import numpy as np
import pandas as pd

from feature_learning.core.errors import NotCoveredError
from feature_learning.core.experiment import Experiment
from feature_learning.core.setting import Setting, Value

Theory = Callable[[Setting], pd.DataFrame]


class _Covering(Protocol):
    check: Callable[[Setting], object]


def covers(check: Callable[[Setting], object], **known: Value) -> Callable[[Theory], Theory]:
    """Make a theory return NaN where it says nothing about the values of a setting.

    Parameters
    ----------
    check
        Raises `NotCoveredError` with the reason, without computing anything.
    **known
        Values that the theory covers, by name: with them its table has the same rows and columns.
    """

    def decorate(theory: Theory) -> Theory:
        @wraps(theory)
        def covered(setting: Setting) -> pd.DataFrame:
            if why_not(covered, setting):
                return unknown(theory(_with(setting, known)), setting)
            return theory(setting)

        cast("_Covering", covered).check = check
        return covered

    return decorate


def of_class(experiment: type[Experiment]) -> Theory:
    """Return the theory of an experiment, which is NaN where the experiment refuses a setting.

    Parameters
    ----------
    experiment
        Its class; values that the theory covers are in its ``covered``.
    """

    def predict(setting: Setting) -> pd.DataFrame:
        return pd.DataFrame(experiment(setting).predict())

    def check(setting: Setting) -> None:
        experiment(setting).refuse()

    refuses = experiment.refuse is not Experiment.refuse
    return covers(check, **experiment.covered)(predict) if refuses else predict


def why_not(theory: Theory, setting: Setting) -> str:
    """Return why a theory does not cover a setting, or nothing if it does.

    Parameters
    ----------
    theory
        A theory, which may declare its conditions.
    setting
        The setting.
    """
    check = getattr(theory, "check", None)
    try:
        if check is not None:
            check(setting)
    except NotCoveredError as error:
        return str(error)
    return ""


def _with(setting: Setting, known: Mapping[str, Value]) -> Setting:
    """Return a setting with the known values wherever it has others of that name."""

    def changed(name: str, value: Any) -> Any:
        if isinstance(value, Mapping):
            return {part: changed(part, each) for part, each in value.items()}
        return known.get(name, value)

    swept, fixed = (
        {name: changed(name, value) for name, value in values.items()}
        for values in (setting.swept, setting.fixed)
    )
    grid = {
        name: tuple(changed("", value) for value in values) for name, values in setting.grid.items()
    }
    return replace(setting, swept=swept, fixed=fixed, grid=grid)


def unknown(frame: pd.DataFrame, setting: Setting) -> pd.DataFrame:
    """Return a table with the values of a setting and NaN in every other column of numbers.

    Parameters
    ----------
    frame
        A table of predictions, whose columns are taken.
    setting
        The setting.
    """
    given = {*setting.values, *next(setting.points(), {})}
    empty: dict[str, Any] = {}
    for name, column in frame.items():
        if name in given or isinstance(column.iloc[0], str | bool | np.bool_):
            continue
        lists = isinstance(column.iloc[0], np.ndarray | list)
        empty[str(name)] = [np.full(len(one), np.nan) for one in column] if lists else np.nan
    frame = frame.assign(**empty)
    for values in setting.grid.values():
        for value in values:
            if isinstance(value, Mapping):
                _restore(frame, value)
    return frame


def _restore(frame: pd.DataFrame, value: Mapping[str, Any]) -> None:
    """Give the rows of a mapping of the grid, which its numbers name, the mapping's texts."""
    own = np.ones(len(frame), dtype=bool)
    for name, part in value.items():
        if name in frame and not isinstance(part, str):
            own &= (frame[name] == part).to_numpy()
    for name, part in value.items():
        if name in frame and isinstance(part, str):
            frame.loc[own, name] = part
