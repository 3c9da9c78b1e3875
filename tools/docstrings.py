"""Docstrings of the library: functions describe their parameters, formulas give their sources."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import griffe

ROOT = Path(__file__).parents[1]
FLOORS = ("core", "data", "networks", "training", "kernels", "theory", "statistics", "plotting")
SOURCED = ("feature_learning.kernels.", "feature_learning.theory.")
NO_FORMULA = {"checked_times"}  # only checks its argument
# A publication with its year, an argument, or the name of what has one of them.
SOURCE = re.compile(r"\b(?:1[89]|20)\d\d\b|Derived here|(?<!`)`[\w.]+`(?!`)")

Definition = griffe.Class | griffe.Function


def public(holder: griffe.Module | griffe.Class) -> Iterator[Definition]:
    """Yield the public functions, classes and methods below a module or class."""
    for member in holder.members.values():
        hidden = member.is_private and not member.is_module
        if member.is_alias or hidden or member.name == "__init__":
            continue
        if isinstance(member, Definition):
            yield member
        if isinstance(member, griffe.Module | griffe.Class):
            yield from public(member)


def faults(definition: Definition) -> Iterator[str]:
    """Yield what is wrong with the docstring of a function or class."""
    sections = definition.docstring.parsed if definition.docstring else []

    def listed(kind: str) -> list[str]:
        entries = [entry for one in sections if one.kind.value == kind for entry in one.value]
        return [name.strip(" *") for entry in entries for name in entry.name.split(",")]

    parameters = [one.name for one in definition.parameters if one.name not in ("self", "cls")]
    described = listed("parameters")
    missing = [name for name in parameters if name not in described + listed("attributes")]
    if len(parameters) > 1 and missing:
        yield f"{', '.join(missing)} not described"
    if unknown := [name for name in described if name not in parameters]:
        yield f"{', '.join(unknown)} described, but no parameter"
    references = [one.value.description for one in sections if one.title == "References"]
    sourced = definition.path.startswith(SOURCED) and definition.parent.is_module
    if sourced and definition.name not in NO_FORMULA and not references:
        yield "no References"
    if not all(map(SOURCE.search, references)):
        yield "References without a year, an argument or a name"


def main() -> None:
    """Print every fault with its place; fail if there is one."""
    library = griffe.load(
        "feature_learning",
        search_paths=[ROOT / "src"],
        allow_inspection=False,
        docstring_parser="numpy",
        docstring_options={"warnings": False},
    )
    found = [
        f"{definition.relative_filepath}:{definition.lineno}: {definition.name}: {fault}"
        for floor in FLOORS
        for definition in public(library[floor])
        for fault in faults(definition)
    ]
    sys.exit("\n".join(found) or 0)


if __name__ == "__main__":
    main()
