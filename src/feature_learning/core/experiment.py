"""An experiment: a class whose fields are its values, with methods for its stages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any, ClassVar, get_args, get_origin, get_type_hints, is_typeddict

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting, Value
from feature_learning.core.streams import Streams
from feature_learning.core.values import Number

__all__ = ["Device", "Draws", "Experiment", "Rows", "Setting", "Streams"]

Draws = Mapping[str, np.ndarray]
"""What is generated before training, by name: teacher, initial weights, data."""
Rows = Iterator[dict[str, Any]]
"""One row per grid point of a setting, as a mapping of columns to numbers, texts or lists of
numbers.
"""


class Experiment:
    """One simulation design at one setting. A subclass declares its values as fields.

    The types of the fields come from `core.values`. A field of the type ``Grid[...]`` holds the
    values that are swept inside the job. Every other field holds the one value of the setting.

    A subclass has ``simulate``, or ``predict``, or both. Its ``generate`` draws what a seed starts
    with.

    Parameters
    ----------
    setting
        The values. For `predict`, theory's own points are added to the grid.

    Raises
    ------
    KeyError
        The setting lacks a value that the class declares.
    """

    covered: ClassVar[Mapping[str, Value]] = {}
    """Values that the theory covers, for experiments whose `refuse` may refuse a setting: with them
    the table of predictions has the same rows and columns.
    """

    def __init__(self, setting: Setting) -> None:
        own: Any = type(self)
        for name, (is_grid, kind) in _fields(own).items():
            if is_grid:
                setattr(self, name, tuple(_typed(value, kind) for value in setting.listed(name)))
            else:
                setattr(self, name, _typed(setting[name], kind))

    def generate(self, rng: Streams) -> Draws:
        """Draw what one seed starts with: teacher, initial weights, data."""
        return {}

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per point of the grid.

        Parameters
        ----------
        draws
            What `generate` returned.
        rng
            The random streams of one seed.
        device
            Where large products run.
        """
        raise NotImplementedError

    def refuse(self) -> None:
        """Raise `NotCoveredError`, with the reason, if the theory does not cover the values."""

    def predict(self) -> Rows:
        """Yield the predictions, one row per point, with the columns of the runs."""
        raise NotImplementedError


@cache
def _fields(experiment: Any) -> dict[str, tuple[bool, Any]]:
    """Return for each field whether it is a grid, and the type of a value."""
    hints = get_type_hints(experiment, include_extras=True)
    return {
        name: (True, get_args(hint)[0]) if get_origin(hint) is tuple else (False, hint)
        for name, hint in hints.items()
        if ClassVar not in (hint, get_origin(hint))
    }


def _typed(value: Any, kind: Any) -> Any:
    """Return a number with the type of its field; theory's points between whole numbers stay."""
    plain, *metadata = get_args(kind) if get_origin(kind) is Annotated else (kind,)
    if isinstance(value, Mapping):
        (mapping,) = filter(is_typeddict, (kind, *get_args(kind)))  # one of several types, perhaps
        own = get_type_hints(mapping, include_extras=True)
        return {name: _typed(part, own[name]) for name, part in value.items()}
    if plain is float:
        return float(value)
    whole = plain is int or any(isinstance(each, Number) and each.whole for each in metadata)
    return int(value) if whole and float(value).is_integer() else value
