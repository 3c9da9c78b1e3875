"""Changes by a scale or by the user: they may only name what exists, and a list takes the place of
a list.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from feature_learning.core.errors import UserError, did_you_mean
from feature_learning.pipeline.declare.experiment import RESERVED
from feature_learning.pipeline.declare.values import NESTED

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


def unknown_value(name: str, known: Iterable[str], fixed: Mapping[str, str]) -> str:
    """Return the message about a value that an experiment does not have.

    Parameters
    ----------
    name
        The value.
    known
        Those that it has.
    fixed
        Why it does not have others, by name.
    """
    if name in fixed:
        return f"{name} cannot be exchanged here: {fixed[name]}"
    return f"unknown value {name!r}.{did_you_mean(name, known)}"


def changed(
    experiment: Mapping[str, Any],
    change: Any,
    place: str,
    fixed: Mapping[str, str] = MappingProxyType({}),
) -> dict[str, Any]:
    """Return an experiment with other values, seeds or points of theory.

    Parameters
    ----------
    experiment
        Its declaration, with ``values``.
    change
        Values by name beside ``seeds`` and ``theory``; a single value for a list stands for the
        list of it, and a mapping changes the entries that it names of a single mapping.
    place
        Where the change is written, for messages.
    fixed
        As for `unknown_value`.

    Raises
    ------
    UserError
        The message names what is unknown, or one value where a list is given for it.
    """
    if not isinstance(change, dict):
        raise UserError(
            f"{place}: must be a mapping of values, seeds and theory (found {change!r})"
        )
    values, found = dict(experiment.get("values") or {}), dict(experiment)
    for name, value in change.items():
        if name == "seeds":
            found["seeds"] = value
        elif name == "theory":
            known = experiment.get("theory") or {}
            _check_names(known, value, f"{place}.theory", "value")
            found["theory"] = merged(known, value)
        else:
            if name not in values:
                raise UserError(f"{place}: {unknown_value(name, [*values, *RESERVED], fixed)}")
            values[name] = _like(values[name], value, f"{place}.{name}")
    return {**found, "values": values}


def _like(before: Any, value: Any, place: str) -> Any:
    """Return a new value, as a list where the declared one is a list."""
    if isinstance(before, dict) and isinstance(value, dict):
        return {**before, **value}
    numeric = all(
        isinstance(old, int | float) and not isinstance(old, bool) for old in _flat(before)
    )
    for position, each in enumerate(_flat(value)):
        if isinstance(each, str) and numeric:
            here = f"{place}[{position}]" if isinstance(value, list) else place
            raise UserError(f"{here}: {_not_a_number(each, _flat(before)[0])}")
    if isinstance(before, list):
        return value if isinstance(value, list) else [value]
    if isinstance(value, list):
        raise UserError(
            f"{place}: is one value, not a list (found {value!r}); run it once for each"
        )
    return value


def _flat(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def check_override(tree: Mapping[str, Any], override: Any, place: str) -> None:
    """Refuse an override of something undeclared.

    Raises
    ------
    UserError
        The message names the key and what is allowed.
    """
    if not isinstance(override, dict):
        raise UserError(
            f"{place}: must be a mapping of experiments and figures (found {override!r})"
        )
    for part, names in override.items():
        if part not in _PARTS:
            raise UserError(f"{place}: unknown key {part!r}.{did_you_mean(part, _PARTS)}")
        _check_names(tree[part], names, f"{place}.{part}", part[:-1])
        for name, change in names.items():
            if part == "figures" and isinstance(change, dict) and "claims" in change:
                known = tree[part][name].get("claims") or {}
                _check_names(known, change["claims"], f"{place}.{part}.{name}.claims", "claim")


def _check_names(known: Mapping[str, Any], names: Any, place: str, what: str) -> None:
    if not isinstance(names, dict):
        raise UserError(f"{place}: must be a mapping of names to changes (found {names!r})")
    for name in names:
        if name not in known:
            raise UserError(f"{place}: unknown {what} {name!r}.{did_you_mean(name, known)}")


def _not_a_number(value: str, like: Any) -> str:
    try:
        float(value)
    except ValueError:
        return f"must be a number like {like!r} (found {value!r})"
    return (
        f"{value!r} is text, not a number. YAML reads 1e-3 as text: write 1.0e-3 (or 1.0e+3). "
        f"{NESTED}"
    )
