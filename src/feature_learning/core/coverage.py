"""Theories that do not cover every activation or target: the reason, before any job runs, and a
table without predictions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from feature_learning.core.errors import NotCoveredError
from feature_learning.core.experiment import Experiment
from feature_learning.core.setting import Setting, Value


def predicted(experiment: type[Experiment], setting: Setting) -> pd.DataFrame:
    """Return the predictions of an experiment at a setting; NaN where it refuses the setting.

    Parameters
    ----------
    experiment
        Its class.
    setting
        The setting, with theory's grid.
    """
    if not why_not(experiment, setting):
        return pd.DataFrame(experiment(setting).predict())
    covered = experiment(_with(setting, experiment.covered))
    return unknown(pd.DataFrame(covered.predict()), setting)


def why_not(experiment: type[Experiment], setting: Setting) -> str:
    """Return why the theory of an experiment does not cover a setting, or nothing if it does.

    Parameters
    ----------
    experiment, setting
        As for `predicted`.
    """
    try:
        experiment(setting).refuse()
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
