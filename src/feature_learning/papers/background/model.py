"""What the experiments share: sizes that make sense, and streams of one replica after the other."""

from __future__ import annotations

from feature_learning.core.errors import UserError
from feature_learning.core.setting import Setting


def checked_network(setting: Setting, *names: str) -> tuple[int, ...]:
    """Return sizes.

    Raises
    ------
    UserError
        One of them is no whole number from 1 on.
    """
    for name in names:
        value = setting[name]
        if value != int(value) or value < 1:
            raise UserError(f"{setting.paper}/{setting.experiment}: {name} = {value} must be a whole number from 1 on")
    return tuple(int(setting[name]) for name in names)


def checked_positive(setting: Setting, *names: str) -> tuple[float, ...]:
    """Return rates and spreads.

    Raises
    ------
    UserError
        One of them is no positive number.
    """
    for name in names:
        if not 0 < setting[name] < float("inf"):
            raise UserError(f"{setting.paper}/{setting.experiment}: {name} = {setting[name]} must be a positive number")
    return tuple(float(setting[name]) for name in names)
