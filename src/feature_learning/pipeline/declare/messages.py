"""One clear line for each mistake that the schema finds."""

import re

from pydantic import ValidationError

CONFIGURATION = "configuration"
"""What messages call ``config.yaml`` with all that was given next to it."""
_PLAIN = {
    "missing": "is missing",
    "model_type": "must be a mapping of names to values",
    "dict_type": "must be a mapping of names to values",
    "list_type": "must be a list",
    "string_type": "must be text",
    "too_short": "must not be empty",
    "int_type": "must be a whole number",
    "int_from_float": "must be a whole number",
    "int_parsing": "must be a whole number",
    "float_parsing": "must be a number",
    "float_type": "must be a number",
    "bool_type": "must be true or false",
    "greater_than": "must be greater than {gt}",
    "greater_than_equal": "must be at least {ge}",
    "literal_error": "must be {expected}",
}
# pydantic names the branch of a union that it tried, which does not help the reader of a YAML file.
_BRANCHES = re.compile(
    r"(bool|int|float|str|Range|constrained-\w+)|(literal|list|dict|function-\w+)\[.*", re.DOTALL
)


def _where(location: tuple[int | str, ...]) -> str:
    path = ""
    for part in location:
        if isinstance(part, int):
            path += f"[{part}]"
        elif part != "[key]" and not _BRANCHES.fullmatch(part):
            path += f".{part}" if path else part
    return path


def explain(error: ValidationError, source: str) -> str:
    """Return one line per mistake: the file, the key, the value and what is allowed."""
    found: dict[str, list[str]] = {}
    values: dict[str, object] = {}
    for entry in error.errors(include_url=False):
        place = _where(entry["loc"])
        plain = _PLAIN.get(entry["type"], entry["msg"].removeprefix("Value error, "))
        text = plain.format(**entry.get("ctx", {})) if entry["type"] in _PLAIN else plain
        if entry["type"] != "value_error" and entry["type"] != "missing":
            values[place] = entry["input"]
        found.setdefault(place, []).append(text)
    lines = []
    for place, texts in found.items():
        # Of the branches of a union the one that goes deepest is the one that was meant.
        if place and any(other.startswith((f"{place}[", f"{place}.")) for other in found):
            continue
        # The last complaint of a union is the most specific: the one about numbers, names and
        # ranges.
        special = [text for text in texts if "must be" not in text or "it becomes part" in text]
        text = (
            special[-1]
            if special
            else " or ".join(dict.fromkeys(texts)).replace(" or must be ", " or ")
        )
        shown = (
            f" (found {values[place]!r})"
            if place in values and repr(values[place]) not in text
            else ""
        )
        lines.append(f"{source}: {place + ': ' if place else ''}{text}{shown}")
    return "\n".join(lines)
