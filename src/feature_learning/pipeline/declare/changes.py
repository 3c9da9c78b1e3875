"""Changes by a scale or by the user: they may only name what exists, and must keep its type."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from feature_learning.core.errors import UserError, did_you_mean

TABLES = ("sweep", "grid", "fixed", "theory")
_PARTS = ("experiments", "figures")


def merged(base: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    """Merge mappings by key; everything else is replaced.

    A range is replaced as a whole by a list, and a list by a range.
    """
    found = dict(base)
    for key, value in change.items():
        nested = isinstance(value, dict) and isinstance(found.get(key), dict)
        found[key] = merged(found[key], value) if nested and "start" not in value else value
    return found


def check_override(tree: Mapping[str, Any], override: Any, place: str) -> None:
    """Refuse an override of something undeclared, or by a value of another type.

    Raises
    ------
    UserError
        The message names the key and what is allowed.
    """
    if not isinstance(override, dict):
        raise UserError(f"{place}: must be a mapping of experiments and figures (found {override!r})")
    for part, names in override.items():
        if part not in _PARTS:
            raise UserError(f"{place}: unknown key {part!r}.{did_you_mean(part, _PARTS)}")
        _check_names(tree[part], names, f"{place}.{part}", part[:-1])
        for name, change in names.items():
            here = f"{place}.{part}.{name}"
            if part == "experiments":
                check_like(tree[part][name], change, here)
            elif isinstance(change, dict) and "claims" in change:
                known = tree[part][name].get("claims") or {}
                _check_names(known, change["claims"], f"{here}.claims", "claim")


def _check_names(known: Mapping[str, Any], names: Any, place: str, what: str) -> None:
    if not isinstance(names, dict):
        raise UserError(f"{place}: must be a mapping of names to changes (found {names!r})")
    for name in names:
        if name not in known:
            raise UserError(f"{place}: unknown {what} {name!r}.{did_you_mean(name, known)}")


def check_like(declared: Mapping[str, Any], change: Any, place: str) -> None:
    """Refuse a change of an unknown value, or of its type: text stays text and whole numbers stay whole.

    Raises
    ------
    UserError
        The message names the key, the value and what is allowed.
    """
    if not isinstance(change, dict):
        raise UserError(f"{place}: must be a mapping of sweep, grid, fixed, seeds or theory (found {change!r})")
    for table in TABLES:
        known = declared.get(table) or {}
        changes = change.get(table, {})
        if not isinstance(changes, dict):
            raise UserError(f"{place}.{table}: must be a mapping of names to values (found {changes!r})")
        for name, value in changes.items():
            here = f"{place}.{table}"
            if name not in known:
                raise UserError(f"{here}: unknown value {name!r}.{did_you_mean(name, known)}")
            many = isinstance(value, list)
            _check_values(_flat(known[name]), _flat(value), f"{here}.{name}", many)


def _flat(value: Any) -> list[Any]:
    if isinstance(value, dict):
        ends = (value.get(key) for key in ("start", "stop"))
        return [float(end) for end in ends if isinstance(end, int | float)]
    return value if isinstance(value, list) else [value]


def _check_values(before: list[Any], after: list[Any], place: str, many: bool) -> None:
    numeric = all(isinstance(value, int | float) and not isinstance(value, bool) for value in before)
    for position, value in enumerate(after):
        here = f"{place}[{position}]" if many else place
        if isinstance(value, str) and numeric:
            raise UserError(f"{here}: {_not_a_number(value, before[0])}")
        if not numeric or isinstance(value, bool) or not isinstance(value, int | float):
            if type(value) is not type(before[0]):
                raise UserError(f"{here}: must have the same type as {before[0]!r} (found {value!r})")
            continue
        if all(isinstance(old, int) for old in before) and not isinstance(value, int):
            raise UserError(f"{here}: must be a whole number like {before[0]!r} (found {value!r})")
        if all(old > 0 for old in before) and value <= 0:
            raise UserError(f"{here}: must be positive like {before[0]!r} (found {value!r})")


def _not_a_number(value: str, like: Any) -> str:
    try:
        float(value)
    except ValueError:
        return f"must be a number like {like!r} (found {value!r})"
    return (
        f"{value!r} is text, not a number. YAML reads 1e-3 as text: write 1.0e-3 (or 1.0e+3). "
        "Values nested in --config are always text: "
        "put them under overrides in config.yaml or in a file given to --configfile"
    )
